use std::path::Path;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut options = allways_promela::Options::default();
    let mut clang = Vec::new();
    let mut file = None;
    for a in &args {
        match a.as_str() {
            "--plain" => options.plain = true,
            "--inline" => options.inline = true,
            _ if a.starts_with("--cells=") => options.cells = a[8..].parse().unwrap(),
            _ if a.starts_with('-') => clang.push(a.clone()),
            _ => file = Some(a.clone()),
        }
    }
    match allways_promela::translate(Path::new(&file.unwrap()), &clang, &options) {
        Ok(m) => print!("{}", m.text),
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(1)
        }
    }
}
