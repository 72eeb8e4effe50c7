//! From games of the engine against itself to the weights of an evaluation.
//!
//! Responsible for games that are played to learn from ([`SelfPlay`]), for the file of what is
//! kept of them ([`Samples`]), and for fitting a network to it ([`Fit`]). Not responsible for
//! whether the new weights are better: only a match tells (`damocles match`).
//!
//! The recipe is what made small networks strong in our trials (house laboratory, 2026): random
//! plies at the start, in most games some more later, so that positions off the played line are
//! known; beside each played position a random leaf of the search tree with a value of its own;
//! labels that blend the result of the game with the value of the search.

mod fit;
mod game;
mod model;
mod sample;
mod selfplay;

pub use fit::{Epoch, Fit, Fitted};
pub use game::Recipe;
pub use sample::{Header, Sample, SampleError, Samples};
pub use selfplay::{Played, Progress, SelfPlay};
