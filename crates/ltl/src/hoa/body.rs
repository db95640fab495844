//! Reading automata: states and edges.

use super::HoaError;
use super::label::Label;
use super::lexer::Token;
use super::parse::{MAX_STATES, Reader};
use crate::{Automaton, Cube, Edge};

/// How many edges an automaton may have.
const MAX_EDGES: usize = 1 << 22;

/// The states of the body so far.
#[derive(Default)]
pub(super) struct Body {
    /// The edges of each state; `None` where a state was only mentioned.
    states: Vec<Option<Vec<Edge>>>,
    edges: usize,
}

/// How the edges of one state have their labels.
enum Labels {
    Unknown,
    /// The state's label is the label of all its edges.
    OnState(Vec<Cube>),
    OnEdges,
    /// Edge i is the edge of letter i; so many were seen.
    Implicit(u64),
}

impl Reader<'_> {
    pub(super) fn body(&mut self) -> Result<Body, HoaError> {
        let mut body = Body::default();
        if let Some(states) = self.header.states {
            body.states.resize(states as usize, None);
        }
        while self.token == Token::Header("State".to_owned()) {
            self.advance()?;
            self.state(&mut body)?;
        }
        match self.token {
            Token::Mark("END") => self.advance()?,
            Token::Mark("ABORT") => {
                return self.error("the automaton was aborted by the tool that wrote it");
            }
            _ => return self.unexpected("`State:`, an edge or `--END--`"),
        };
        match self.token {
            Token::End => Ok(body),
            Token::Header(_) => self.error("the file has a second automaton; one is wanted"),
            _ => self.unexpected("the end of the file"),
        }
    }

    fn state(&mut self, body: &mut Body) -> Result<(), HoaError> {
        let mut labels = match self.label()? {
            Some(cubes) => Labels::OnState(cubes),
            None => Labels::Unknown,
        };
        let place = self.start;
        let state = self.state_number(body)?;
        if body.states[state as usize].is_some() {
            let message = format!("state {state} is defined twice");
            return Err(self.lexer.error(place, message));
        }
        if matches!(self.token, Token::Text(_)) {
            self.advance()?;
        }
        let state_marks = self.marks()?;
        let mut edges = Vec::new();
        while matches!(self.token, Token::Sign('[') | Token::Number(_)) {
            let cubes = self.edge_label(&mut labels)?;
            let to = self.state_number(body)?;
            self.refuse_alternation()?;
            let marks = state_marks | self.marks()?;
            edges.extend(cubes.into_iter().map(|label| Edge { label, to, marks }));
            if body.edges + edges.len() > MAX_EDGES {
                return self.error(format!("more than {MAX_EDGES} edges"));
            }
        }
        if let Labels::Implicit(seen) = labels
            && seen != self.letters()
        {
            let message = format!(
                "state {state} has {seen} edges without labels; {} are needed, one for each letter",
                self.letters()
            );
            return Err(self.lexer.error(place, message));
        }
        body.edges += edges.len();
        body.states[state as usize] = Some(edges);
        Ok(())
    }

    /// A label in brackets, as cubes.
    fn label(&mut self) -> Result<Option<Vec<Cube>>, HoaError> {
        let place = self.start;
        if !self.sign('[')? {
            return Ok(None);
        }
        let label: Label = self.disjunction()?;
        self.expect(']')?;
        let known = self.header.propositions.as_ref().map_or(0, Vec::len);
        if let Some(greatest) = label.greatest()
            && greatest as usize >= known
        {
            let message = format!("there is no proposition {greatest}; `AP:` lists {known}");
            return Err(self.lexer.error(place, message));
        }
        match label.cubes() {
            Some(cubes) => Ok(Some(cubes)),
            None => Err(self.lexer.error(place, "this label has too many cases")),
        }
    }

    fn edge_label(&mut self, labels: &mut Labels) -> Result<Vec<Cube>, HoaError> {
        let place = self.start;
        let own = self.label()?;
        match (&mut *labels, own) {
            (Labels::Unknown | Labels::OnEdges, Some(cubes)) => {
                *labels = Labels::OnEdges;
                Ok(cubes)
            }
            (Labels::OnState(cubes), None) => Ok(cubes.clone()),
            (Labels::Unknown, None) => {
                *labels = Labels::Implicit(1);
                Ok(vec![self.letter(0)])
            }
            (Labels::Implicit(seen), None) if *seen < self.letters() => {
                *seen += 1;
                Ok(vec![self.letter(*seen - 1)])
            }
            (Labels::Implicit(_), None) => Err(self.lexer.error(place, "more edges than letters")),
            (Labels::OnState(_), Some(_)) => {
                Err(self.lexer.error(place, "the state has a label, so its edges have none"))
            }
            (Labels::OnEdges, None) | (Labels::Implicit(_), Some(_)) => {
                let message = "either all edges of a state have labels or none has";
                Err(self.lexer.error(place, message))
            }
        }
    }

    /// How many letters there are; with 64 propositions, more than a file can list.
    fn letters(&self) -> u64 {
        let propositions = self.header.propositions.as_ref().map_or(0, Vec::len);
        1_u64.checked_shl(propositions as u32).unwrap_or(u64::MAX)
    }

    fn letter(&self, letter: u64) -> Cube {
        Cube { pos: letter, neg: !letter & (self.letters() - 1) }
    }

    /// The number of a state, which then has a place in the body.
    fn state_number(&mut self, body: &mut Body) -> Result<u32, HoaError> {
        let place = self.start;
        let state = self.number("a state")?;
        let known = body.states.len();
        let limit = self.header.states.unwrap_or(MAX_STATES);
        if state >= limit {
            let message = format!("there is no state {state}; there are at most {limit} states");
            return Err(self.lexer.error(place, message));
        }
        body.states.resize(known.max(state as usize + 1), None);
        Ok(state)
    }

    /// Acceptance sets in braces, as our marks.
    fn marks(&mut self) -> Result<u32, HoaError> {
        let mut marks = 0;
        if !self.sign('{')? {
            return Ok(marks);
        }
        while !self.sign('}')? {
            let place = self.start;
            let set = self.number("an acceptance set or `}`")?;
            let acceptance = self.header.acceptance.as_ref();
            if acceptance.is_none_or(|acceptance| set >= acceptance.declared) {
                let message = format!("there is no acceptance set {set}");
                return Err(self.lexer.error(place, message));
            }
            // Sets the condition does not use are dropped.
            let bit = acceptance.and_then(|acceptance| acceptance.used.binary_search(&set).ok());
            marks |= bit.map_or(0, |bit| 1 << bit);
        }
        Ok(marks)
    }

    /// The automaton: one initial state, which is a new one where the file has none or several.
    pub(super) fn finish(self, body: Body) -> Result<Automaton, HoaError> {
        let mut states: Vec<Vec<Edge>> =
            body.states.into_iter().map(Option::unwrap_or_default).collect();
        for &(start, place) in &self.header.start {
            if start as usize >= states.len() {
                let message = format!("there is no state {start} to start in");
                return Err(self.lexer.error(place, message));
            }
        }
        let initial = match self.header.start[..] {
            [(only, _)] => only,
            ref several => {
                let mut edges: Vec<Edge> = several
                    .iter()
                    .flat_map(|&(start, _)| states[start as usize].iter().copied())
                    .collect();
                edges.sort_unstable();
                edges.dedup();
                states.push(edges);
                states.len() as u32 - 1
            }
        };
        let acceptance = self.header.acceptance;
        Ok(Automaton {
            initial,
            states,
            propositions: self.header.propositions.unwrap_or_default(),
            acceptance_sets: acceptance.map_or(0, |acceptance| acceptance.used.len() as u32),
        })
    }
}
