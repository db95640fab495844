//! From what the workers of a stopped search hold to a frontier, and from a frontier into the store of the next.

use crate::crew::Crew;
use crate::ends::{Found, Stop};
use crate::frontier::{Engine, Frontier, Known, Open, Share};
use allways_space::{Guarantee, Reason, State, System};
use allways_store::{Payload, Seen, StateId, StateStore, VisitedSet};
use std::collections::{HashMap, HashSet};

/// What is not through, by roots; `None` is the beginning.
#[derive(Default)]
pub(crate) struct Opens {
    /// States on the ways to open ones, a parent before its children.
    ways: Vec<(u64, Option<u64>)>,
    /// Where each of them stands there.
    places: HashMap<u64, u32>,
    open: HashMap<Option<u64>, bool>,
}

impl Opens {
    /// Notes a way from the beginning. A state that is on another way already keeps its parent there, so no
    /// chain of parents ever closes.
    pub(crate) fn way(&mut self, roots: impl IntoIterator<Item = u64>) {
        let mut parent = None;
        for root in roots {
            let ways = &mut self.ways;
            self.places.entry(root).or_insert_with(|| {
                ways.push((root, parent));
                ways.len() as u32 - 1
            });
            parent = Some(root);
        }
    }

    /// Notes a state that is not through. For engines that keep no parents its way must be noted too.
    pub(crate) fn open(&mut self, at: Option<u64>, expanded: bool) {
        self.open.entry(at).and_modify(|known| *known &= expanded).or_insert(expanded);
    }
}

/// Adds the frontier of an engine that knows its paths by itself, if one is wanted.
pub(crate) fn frontier_of_set<S, V, P>(
    crew: &Crew<'_, S, V>,
    found: &mut Found<S::Action>,
    engine: Engine,
    mut opens: Opens,
) where
    S: System,
    V: VisitedSet<P>,
    P: Payload,
{
    if !is_wanted(crew, found) {
        return;
    }
    let (mut stored, mut unbegun) = (Vec::new(), Unbegun::of(crew.from));
    let listed = crew.store.each_root(&mut |root| {
        unbegun.numbers.remove(&root);
        stored.push(root);
    });
    for (from, number) in unbegun.in_order() {
        opens.way(from.way_to(number));
        opens.open(Some(from.known[number as usize].root), false);
    }
    let Opens { ways, mut places, open } = opens;
    let parent = |parent: Option<u64>| parent.map(|root| places[&root]);
    let mut known: Vec<Known> =
        ways.iter().map(|&(root, above)| Known { root, parent: parent(above) }).collect();
    stored.retain(|root| !places.contains_key(root));
    known.extend(stored.into_iter().map(|root| Known { root, parent: None }));
    places.retain(|root, _| open.contains_key(&Some(*root)));
    found.frontier = listed.then(|| made(crew, found, engine, known, &places, open));
}

/// Adds the frontier of an engine whose store keeps parents, if one is wanted.
pub(crate) fn frontier_of_list<S, V>(
    crew: &Crew<'_, S, V>,
    found: &mut Found<S::Action>,
    engine: Engine,
    mut opens: Opens,
) where
    S: System,
    V: StateStore,
{
    if !is_wanted(crew, found) || crew.store.guarantee() != Guarantee::Exact {
        return;
    }
    let (mut known, mut places) = (Vec::new(), HashMap::new());
    let mut unbegun = Unbegun::of(crew.from);
    let parents = unbegun.parents();
    for number in 0..crew.store.states() as u32 {
        let root = crew.store.load(StateId(number)).root;
        let parent = crew.store.parent(StateId(number)).map(|parent| parent.0);
        known.push(Known { root, parent });
        unbegun.numbers.remove(&root);
        if opens.open.contains_key(&Some(root)) || parents.contains(&root) {
            places.insert(root, number);
        }
    }
    for (from, number) in unbegun.in_order() {
        let Known { root, parent } = from.known[number as usize];
        let parent = parent.map(|parent| places[&from.known[parent as usize].root]);
        places.insert(root, known.len() as u32);
        known.push(Known { root, parent });
        opens.open(Some(root), false);
    }
    found.frontier = Some(made(crew, found, engine, known, &places, opens.open));
}

/// States that were open when the search began and not expanded, and still are: they are stored when they are
/// expanded. Whoever has the other pieces of the frontier counts on them.
struct Unbegun<'f> {
    from: Option<&'f Frontier>,
    /// Their numbers in the frontier, by root.
    numbers: HashMap<u64, u32>,
}

impl<'f> Unbegun<'f> {
    fn of(from: Option<&'f Frontier>) -> Unbegun<'f> {
        let numbers = from.into_iter().flat_map(|from| {
            from.unexpanded().map(|number| (from.known[number as usize].root, number))
        });
        Unbegun { from, numbers: numbers.collect() }
    }

    /// The states from which they were reached.
    fn parents(&self) -> HashSet<u64> {
        let parent = |(from, number): (&Frontier, u32)| {
            let parent = from.known[number as usize].parent;
            parent.map(|parent| from.known[parent as usize].root)
        };
        self.in_order().filter_map(parent).collect()
    }

    /// Those that are left: a parent before its children.
    fn in_order(&self) -> impl Iterator<Item = (&'f Frontier, u32)> {
        let mut numbers: Vec<u32> = self.numbers.values().copied().collect();
        numbers.sort_unstable();
        let from = self.from;
        numbers.into_iter().filter_map(move |number| Some((from?, number)))
    }
}

fn is_wanted<S: System, V>(crew: &Crew<'_, S, V>, found: &Found<S::Action>) -> bool {
    crew.keeps_frontier && matches!(found.stop, Some(Stop::Limit(_)))
}

fn made<S: System, V>(
    crew: &Crew<'_, S, V>,
    found: &Found<S::Action>,
    engine: Engine,
    known: Vec<Known>,
    places: &HashMap<u64, u32>,
    open: HashMap<Option<u64>, bool>,
) -> Frontier {
    let number = |root: u64| *places.get(&root).expect("what is open is stored");
    let mut open: Vec<Open> =
        open.into_iter().map(|(root, expanded)| Open { at: root.map(number), expanded }).collect();
    open.sort_unstable_by_key(|open| open.at);
    Frontier {
        engine,
        known,
        open,
        omitted: found.omitted.clone(),
        transitions: found.coverage.transitions,
        depth: found.coverage.depth,
        beliefs: crew.system.rounds().beliefs(),
        share: crew.from.map_or_else(Share::whole, |from| from.share.clone()),
        divided: crew.from.is_some_and(|from| from.divided),
    }
}

/// Stores the states of the frontier that a search begins with, except for those in `later`: they are stored when
/// they are expanded. Gives their numbers in the store.
pub(crate) fn fill<S, V, P>(
    crew: &Crew<'_, S, V>,
    payload: P,
    later: impl Iterator<Item = u32>,
) -> Result<Vec<Option<StateId>>, Reason>
where
    S: System,
    V: VisitedSet<P>,
    P: Payload,
{
    let Some(frontier) = crew.from else { return Ok(Vec::new()) };
    let mut later: Vec<u32> = later.collect();
    later.sort_unstable_by(|a, b| b.cmp(a));
    let mut numbers: Vec<Option<StateId>> = Vec::with_capacity(frontier.known.len());
    for (number, known) in frontier.known.iter().enumerate() {
        if later.last() == Some(&(number as u32)) {
            later.pop();
            numbers.push(None);
            continue;
        }
        let parent = known.parent.and_then(|parent| numbers[parent as usize]);
        match crew.store.insert(State { root: known.root }, parent, payload) {
            Ok(Seen::New(id) | Seen::Owes(id, _)) => numbers.push(Some(id)),
            Ok(Seen::Covered) => numbers.push(None),
            Err(_) => return Err(Reason::StoreFull(crew.weigh())),
        }
    }
    Ok(numbers)
}
