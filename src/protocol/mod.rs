//! Conversations: text from another program in, text for it out.
//!
//! Responsible for the border between the engine and the programs that drive it. Everything that
//! comes in is checked here and becomes a typed value or a typed error; nothing that comes in may
//! end the program. Not responsible for draughts: that is asked of `engine` and `notation`.
//!
//! There is one module per protocol. `protocol.md` is the normative text of what we speak.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod dxp;
pub mod hub;
