//! SPIN as an independent judge, with the real `spin` and `gcc`: `allways spin` and the models that
//! `allways promela` writes give the verdicts of `allways check`.

mod cases;
mod commands;
mod driven;
mod formulas;
mod library;
mod models;
mod random;
mod temporal;
