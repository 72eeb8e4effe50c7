//! draw rules (being written)
/// x
#[derive(Debug)]
pub struct DrawRules;
