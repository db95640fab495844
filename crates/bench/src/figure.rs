//! Figures as SVG: lines over labels.

use std::fmt::Write;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
const COLOURS: [&str; 5] = ["#c44e52", "#4c72b0", "#55a868", "#dd8452", "#8172b3"];
/// Lines across the figure.
const MARKS: u32 = 4;

pub struct Figure {
    pub title: String,
    /// What the labels are.
    pub axis: &'static str,
    /// What the values are.
    pub unit: &'static str,
    pub labels: Vec<String>,
    pub lines: Vec<Line>,
}

/// A value for each label.
pub struct Line {
    pub name: String,
    pub values: Vec<f64>,
}

impl Figure {
    pub fn svg(&self) -> String {
        let values = self.lines.iter().flat_map(|line| &line.values);
        let most = values.fold(0.0_f64, |most, &value| most.max(value));
        // The next of 1, 2, 5, 10, … marks that is enough.
        let power = 10f64.powf((most.max(1e-9) / f64::from(MARKS)).log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| step * f64::from(MARKS) >= most);
        let step = step.unwrap_or(10.0 * power);
        let high = step * f64::from(MARKS);
        let y = |value: f64| HEIGHT - BOTTOM - value / high * (HEIGHT - BOTTOM - TOP);
        let gaps = self.labels.len().saturating_sub(1).max(1) as f64;
        let x = |place: usize| LEFT + place as f64 * (WIDTH - LEFT - RIGHT) / gaps;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        text(&mut out, (LEFT, 20.0), "start", "black", &self.title);
        text(&mut out, (LEFT, TOP - 6.0), "end", "black", self.unit);
        for mark in 0..=MARKS {
            let value = step * f64::from(mark);
            let (at, end) = (y(value), WIDTH - RIGHT);
            let _ = writeln!(
                out,
                "<line x1=\"{LEFT}\" x2=\"{end}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>"
            );
            let label = format!("{value:.4}");
            let label = label.trim_end_matches('0').trim_end_matches('.');
            text(&mut out, (LEFT - 8.0, at + 4.0), "end", "black", label);
        }
        for (place, label) in self.labels.iter().enumerate() {
            text(&mut out, (x(place), HEIGHT - BOTTOM + 18.0), "middle", "black", label);
        }
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        text(&mut out, (middle, HEIGHT - 12.0), "middle", "black", self.axis);
        for (number, line) in self.lines.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            line.draw(&mut out, colour, x, y);
            let at = (WIDTH - RIGHT + 10.0, 50.0 + 18.0 * number as f64);
            text(&mut out, at, "start", colour, &line.name);
        }
        out + "</svg>\n"
    }
}

impl Line {
    fn draw(
        &self,
        out: &mut String,
        colour: &str,
        x: impl Fn(usize) -> f64,
        y: impl Fn(f64) -> f64,
    ) {
        let points: Vec<(f64, f64)> =
            self.values.iter().enumerate().map(|(place, &value)| (x(place), y(value))).collect();
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let list = list.join(" ");
        let _ = writeln!(
            out,
            "<polyline points=\"{list}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        for (x, y) in points {
            let _ =
                writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
    }
}

/// Words at a place. None of them has a character that means something in XML.
fn text(out: &mut String, (x, y): (f64, f64), anchor: &str, colour: &str, words: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{words}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_inside_and_every_line_is_named() {
        let lines = [("one", vec![0.5, 1.9]), ("two", vec![0.0, 0.01])];
        let lines = lines.map(|(name, values)| Line { name: name.to_string(), values });
        let labels = vec!["a".to_string(), "b".to_string()];
        let figure =
            Figure { title: "T".to_string(), axis: "n", unit: "s", labels, lines: lines.into() };
        let svg = figure.svg();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        for words in [">one</text>", ">two</text>", ">T</text>", ">a</text>", ">2</text>"] {
            assert!(svg.contains(words), "no {words} in {svg}");
        }
        let places = svg.split("cy=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let places: Vec<f64> = places.map(|place| place.parse().unwrap()).collect();
        assert_eq!(places.len(), 4);
        assert!(places.iter().all(|y| (TOP..=HEIGHT - BOTTOM).contains(y)), "{places:?}");
    }
}
