//! Every tuned number of the search, with its unit and how it was found.
//!
//! Numbers without a note are the common starting values of the field and have not been tuned.

use super::score::Score;

/// The smallest depth, in plies, at which late moves are searched less deeply.
pub(super) const REDUCTION_DEPTH: i32 = 3;
/// Moves of a node, from the first on, that are never reduced: where the window is open and
/// where it is not.
pub(super) const UNREDUCED: [usize; 2] = [3, 1];

/// How many plies less deeply the `tried`-th quiet move is searched.
///
/// Grows with the logarithms of both, the usual shape since T. Romstad's Glaurung (2004).
pub(super) fn reduction(depth: i32, tried: usize, is_open: bool) -> i32 {
    let log = |n: i32| n.max(1).ilog2() as i32;
    let steps = log(depth * 2) * log(tried as i32 * 2);
    (steps / 5 + i32::from(tried > 4) - i32::from(is_open)).clamp(0, depth - 1)
}

/// The largest depth, in plies, at which a node may be cut by its evaluation alone.
pub(super) const CALM_DEPTH: i32 = 9;

/// The evaluation at which a calm node is safe to stay above `beta`: 15 hundredths of a man for
/// each ply. Against nothing of the kind, 500 games at 4,000 nodes in international, Russian and
/// English, to depth 4: 60 a ply +15, +4, +7 Elo; 40 +13, +10, +27; 25 +41, +12, +31; 15 +45, +25,
/// +36. 300 games at 20,000 nodes, 15 a ply: to depth 4 +34, +15, +15; to 6 +45, +28, +17; to 9
/// +53, +28, +22; 10 a ply to depth 8 +10, +26, +31. Bounds +-18 and +-23.
pub(super) const fn safe_bound(beta: Score, depth: i32) -> Score {
    beta.plus(15 * depth)
}

/// The largest depth, in plies, at which quiet moves may be left out.
pub(super) const PRUNED_DEPTH: i32 = 3;

/// Moves that are searched whatever the evaluation says.
pub(super) const fn searched_moves(depth: i32) -> usize {
    4 + 2 * (depth * depth) as usize
}

/// How much a quiet move and those behind it can be expected to gain, in hundredths of a man.
pub(super) const fn hope(depth: i32) -> i32 {
    60 * depth
}

/// The smallest depth, in plies, at which a node may be cut by a shallow search.
pub(super) const PROBE_DEPTH: i32 = 5;

/// Depth of the shallow search that may cut a node: two fifths (Scan, F. Letouzey 2015).
pub(super) const fn probe_depth(depth: i32) -> i32 {
    depth * 2 / 5
}

/// The bound that the shallow search must reach: `beta` and a tenth of a man for each ply.
pub(super) const fn probe_bound(beta: Score, depth: i32) -> Score {
    beta.plus(10 * depth)
}

/// The largest depth, in plies, at which the table is asked for the entries of a move ahead of it.
pub(super) const FETCHED_DEPTH: i32 = 5;

/// From so many plies before a counter makes a draw, positions with other counts are kept apart.
pub(super) const COUNTED_PLIES: u32 = 12;

/// Half the first aspiration window, in hundredths of a man.
pub(super) const ASPIRATION: i32 = 20;
/// Beyond this width the window is opened altogether, in hundredths of a man.
pub(super) const WIDEST_ASPIRATION: i32 = 500;
/// The first iteration with an aspiration window.
pub(super) const ASPIRATION_DEPTH: u32 = 5;
