//! Weights of a network: their shape, their file, and those that come with the engine.
//!
//! # The file, version 1
//! All numbers are little endian.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `DMCLnet1`: the kind of file and its version |
//! | 4 | length of the header |
//! | so many | the header, JSON: see [`Header`] |
//! | 2 each | worth of a man on each square, then of a king: hundredths of a man, from White, squares in the order of the layout (top left first) |
//! | 2 each | weights of the inputs: for each input its hidden values; white men on each square, white kings, black men, black kings; where the rules limit the moves of a king, counts 1 to 3 of White's and then Black's moves; scale 255 |
//! | 2 each | bias of the hidden values; scale 255 |
//! | 1 each | weights of the output: for each number of pieces ([`BUCKETS`] steps) the hidden values of the side to move, then those of the other; scale 64 |
//! | 2 each | bias of the output for each number of pieces, hundredths of a man |
//! | 4 | CRC-32 of all before |

use serde::{Deserialize, Serialize};

use super::inputs::{COUNTED, INPUTS, View, inputs_of};
use super::network::in_hundredths;
use super::terms::Terms;
use crate::board::Square;
use crate::position::{Position, Side};
use crate::rules::{Base, CaptureDuty, Variant};

/// Output rows: numbers of pieces that are told apart.
pub const BUCKETS: usize = 8;
/// The hidden values that a network may have. On the same 3 million samples and nodes, 800 games at
/// 1,000 nodes: English 32 against 64 -7 Elo (-26 to +12), 128 +20 (2 to 39), 256 +16 (-1 to +34);
/// international 64 against 128 -5 (-25 to +15). With 128 an evaluation costs half as much again.
pub const HIDDEN: [usize; 4] = [32, 64, 128, 256];
/// Scale of inputs and hidden values: what stands for 1.
pub const ONE: i16 = 255;
/// Scale of the output weights.
pub const OUTPUT_ONE: i16 = 64;

/// The files of these names under `weights`, with their names.
macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("weights/", $name, ".net")))),*]
    };
}

const MAGIC: &[u8; 8] = b"DMCLnet1";

/// Where weights come from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Pedigree {
    /// How many generations of self-play it took.
    pub generation: u32,
    /// Positions trained on.
    pub positions: u64,
    /// Games that they come from.
    pub games: u64,
    /// Nodes a move of those games.
    pub nodes: u64,
    /// Times that each position was trained on.
    pub epochs: u32,
    /// Positions between two changes of the weights.
    #[serde(default)]
    pub batch: u64,
    /// Rate of the first change; it falls to zero in a straight line.
    #[serde(default)]
    pub rate: f64,
    /// Seed of the training.
    pub seed: u64,
    /// Weight of the results of games in the labels; the rest is the value of the search.
    pub result_share: f64,
    /// Loss on games that were not trained on (cross entropy, in nats).
    pub loss: f64,
    /// Mean difference that rounding to integers makes, in hundredths of a man.
    pub rounding: f64,
    /// Names and checksums of the files of samples.
    pub data: Vec<String>,
}

/// What a file says of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Name of the variant.
    pub variant: String,
    /// Hidden values of one view.
    pub hidden: usize,
    /// Output rows.
    pub buckets: usize,
    /// Hundredths of a man that an output of 1 is worth: the chance to win is the logistic function
    /// of the output.
    pub scale: u16,
    /// Where the weights come from.
    pub pedigree: Pedigree,
}

/// A network as integers.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The variant that it is for.
    pub variant: Variant,
    /// Hidden values of one view: one of [`HIDDEN`].
    pub hidden: usize,
    /// Hundredths of a man that an output of 1 is worth.
    pub scale: u16,
    /// `[man or king][square of the layout]`, hundredths of a man, from White.
    pub worth: [[i16; Square::COUNT]; 2],
    /// `[input][hidden value]`.
    pub rows: Vec<i16>,
    /// `[hidden value]`.
    pub bias: Vec<i16>,
    /// `[bucket][own or other view][hidden value]`.
    pub output: Vec<i8>,
    /// `[bucket]`, hundredths of a man.
    pub output_bias: [i16; BUCKETS],
    /// Where they come from.
    pub pedigree: Pedigree,
}

/// Why bytes are no weights that can be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// Something else.
    #[error(
        "no weights: expected '{}' in the first 8 bytes",
        String::from_utf8_lossy(MAGIC)
    )]
    NotWeights,
    /// Too short or too long.
    #[error("weights: expected {expected} bytes, found {found}: the file is cut or padded")]
    Length {
        /// Bytes that there should be.
        expected: usize,
        /// Bytes that there are.
        found: usize,
    },
    /// A header that cannot be read.
    #[error("weights: bad header at byte 12: {0}")]
    Header(String),
    /// The bytes are not those that were written.
    #[error("weights: the checksum of bytes 0 to {at} does not fit: the file is damaged")]
    Checksum {
        /// Where the checksum stands.
        at: usize,
    },
    /// Weights of another variant.
    #[error("weights are for {found}, expected {expected}")]
    Variant {
        /// The variant that is played.
        expected: Variant,
        /// The variant of the weights.
        found: Variant,
    },
}

/// Bytes that are read from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, tail) = self.0.split_first_chunk::<N>()?;
        self.0 = tail;
        Some(*head)
    }

    fn short(&mut self) -> Option<i16> {
        self.take().map(i16::from_le_bytes)
    }
}

impl Weights {
    /// Weights that add nothing: every number is zero.
    pub fn zero(variant: Variant, hidden: usize, scale: u16) -> Self {
        Self {
            variant,
            hidden,
            scale,
            worth: [[0; Square::COUNT]; 2],
            rows: vec![0; INPUTS * hidden],
            bias: vec![0; hidden],
            output: vec![0; BUCKETS * 2 * hidden],
            output_bias: [0; BUCKETS],
            pedigree: Pedigree::default(),
        }
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`WeightsError`], which says where the bytes are wrong.
    pub fn parse(bytes: &[u8]) -> Result<Self, WeightsError> {
        let length = |expected| WeightsError::Length {
            expected,
            found: bytes.len(),
        };
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
        let mut reader = Reader(rest);
        let header_len = reader.take().map(u32::from_le_bytes);
        let header_len = header_len.ok_or(length(MAGIC.len() + 4))? as usize;
        let header = reader.0.get(..header_len);
        let header = header.ok_or(length(header_len.saturating_add(16)))?;
        reader.0 = &reader.0[header_len..];
        let bad = |error: String| WeightsError::Header(error);
        let header: Header = serde_json::from_slice(header).map_err(|e| bad(e.to_string()))?;
        let variant: Variant = header
            .variant
            .parse()
            .map_err(|error| bad(format!("{error}")))?;
        if !HIDDEN.contains(&header.hidden) || header.buckets != BUCKETS {
            return Err(bad(format!(
                "expected one of {HIDDEN:?} hidden values and {BUCKETS} buckets, found {} and {}",
                header.hidden, header.buckets
            )));
        }
        let mut weights = Self::zero(variant, header.hidden, header.scale);
        let expected = MAGIC.len() + 4 + header_len + weights.body_len() + 4;
        if bytes.len() != expected {
            return Err(length(expected));
        }
        let at = bytes.len() - 4;
        if crc32fast::hash(&bytes[..at]).to_le_bytes() != bytes[at..] {
            return Err(WeightsError::Checksum { at });
        }
        weights.pedigree = header.pedigree;
        weights.read_body(&mut reader).ok_or(length(expected))?;
        Ok(weights)
    }

    /// The same for the variant that is to be played.
    ///
    /// # Errors
    /// [`WeightsError`]; also if the weights are for another variant.
    pub fn parse_for(variant: Variant, bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = Self::parse(bytes)?;
        if weights.variant == variant {
            Ok(weights)
        } else {
            Err(WeightsError::Variant {
                expected: variant,
                found: weights.variant,
            })
        }
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            variant: self.variant.to_string(),
            hidden: self.hidden,
            buckets: BUCKETS,
            scale: self.scale,
            pedigree: self.pedigree.clone(),
        };
        let header = serde_json::to_vec(&header).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        let squares = self.variant.rules().geometry.squares();
        let mut short = |value: i16| bytes.extend(value.to_le_bytes());
        for worth in &self.worth {
            for square in squares {
                short(worth[square.index()]);
            }
        }
        for input in self.inputs() {
            let row = &self.rows[input * self.hidden..][..self.hidden];
            for &value in row {
                short(value);
            }
        }
        for &value in &self.bias {
            short(value);
        }
        bytes.extend(self.output.iter().map(|&value| value as u8));
        bytes.extend(
            self.output_bias
                .iter()
                .flat_map(|value| value.to_le_bytes()),
        );
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn read_body(&mut self, reader: &mut Reader) -> Option<()> {
        let squares = self.variant.rules().geometry.squares();
        for worth in &mut self.worth {
            for square in squares {
                worth[square.index()] = reader.short()?;
            }
        }
        for input in self.inputs() {
            for value in &mut self.rows[input * self.hidden..][..self.hidden] {
                *value = reader.short()?;
            }
        }
        for value in &mut self.bias {
            *value = reader.short()?;
        }
        for value in &mut self.output {
            *value = reader.take().map(i8::from_le_bytes)?;
        }
        for value in &mut self.output_bias {
            *value = reader.short()?;
        }
        Some(())
    }

    fn body_len(&self) -> usize {
        let squares = self.variant.rules().geometry.square_count();
        let shorts = 2 * squares + (self.inputs().len() + 1) * self.hidden + BUCKETS;
        2 * shorts + self.output.len()
    }

    /// The inputs that can be on, in the order of the file.
    fn inputs(&self) -> Vec<usize> {
        let rules = self.variant.rules();
        let view = View::new(rules.geometry, Side::White);
        let kinds = Side::BOTH
            .into_iter()
            .flat_map(|side| [(side, false), (side, true)]);
        let pieces = kinds.flat_map(|(side, is_king)| {
            let squares = rules.geometry.squares().into_iter();
            squares.map(move |square| view.piece(side, is_king, square))
        });
        let counted = rules.king_move_limit.map_or(0, |_| COUNTED as u8);
        let counters = Side::BOTH
            .into_iter()
            .flat_map(|side| (1..=counted).map(move |moves| view.counter(side, moves)));
        pieces.chain(counters).collect()
    }

    /// The sum over the pieces.
    pub(super) fn terms(&self) -> Terms {
        Terms::new(self.variant.rules().geometry, |is_king, square| {
            self.worth[usize::from(is_king)][square.index()]
        })
    }

    /// The sum at the output of the network, in the plain way: the standard by which the fast one
    /// is tested.
    pub fn sum_of(&self, pos: &Position) -> i32 {
        let bucket = self.bucket(pos);
        let mut sum = 0_i32;
        for (number, side) in [pos.side(), !pos.side()].into_iter().enumerate() {
            let view = View::new(self.variant.rules().geometry, side);
            let mut hidden = self.bias.clone();
            inputs_of(pos, view, |input| {
                let row = &self.rows[input * self.hidden..][..self.hidden];
                for (value, weight) in hidden.iter_mut().zip(row) {
                    *value = value.wrapping_add(*weight);
                }
            });
            let output = &self.output[(2 * bucket + number) * self.hidden..][..self.hidden];
            for (value, weight) in hidden.iter().zip(output) {
                let cut = i32::from((*value).clamp(0, ONE));
                sum = sum.wrapping_add(cut * cut * i32::from(*weight));
            }
        }
        sum
    }

    fn bucket(&self, pos: &Position) -> usize {
        super::bucket(
            pos.occupied().len() as usize,
            super::most_pieces(self.variant),
        )
    }

    /// The value of a position for the side to move in the plain way, in hundredths of a man.
    pub fn evaluate(&self, pos: &Position) -> i32 {
        let balance = super::from_side(self.terms().balance(pos), pos.side());
        let bias = self.output_bias[self.bucket(pos)];
        balance + i32::from(bias) + in_hundredths(self.sum_of(pos), self.scale.into())
    }
}

/// The weights that come with the engine for a variant, if there are any that suit.
///
/// Those of the variant itself come first. Where there are none: those of the game most like it,
/// with the same duty to capture; then those of the same games with a stricter duty (a choice of
/// captures, then compulsory ones). The aim is never another: nothing is learned for a losing form
/// from its ordinary one.
pub fn built_in(variant: Variant) -> Option<Weights> {
    let duties: &[CaptureDuty] = match variant.capture_duty() {
        CaptureDuty::Compulsory => &[CaptureDuty::Compulsory],
        CaptureDuty::Optional => &[CaptureDuty::Optional, CaptureDuty::Compulsory],
        CaptureDuty::OptionalAny => &[
            CaptureDuty::OptionalAny,
            CaptureDuty::Optional,
            CaptureDuty::Compulsory,
        ],
    };
    let bases = [Some(variant.base()), alike(variant.base())];
    let bytes = duties.iter().find_map(|&duty| {
        bases.iter().flatten().find_map(|&base| {
            let kin = Variant::from(base)
                .with_capture_duty(duty)
                .with_losing(variant.is_losing());
            let name = kin.to_string();
            BUILT_IN
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, bytes)| *bytes)
        })
    })?;
    // They are tested, so an error cannot happen; if it did, the evaluation by hand would serve.
    Weights::parse(bytes).ok()
}

/// The variant whose weights suit best if a variant has none of its own.
const fn alike(base: Base) -> Option<Base> {
    match base {
        Base::Brazilian
        | Base::Spanish
        | Base::Portuguese
        | Base::Pool
        | Base::Czech
        | Base::Thai => Some(Base::Russian),
        Base::Italian => Some(Base::English),
        Base::KillerLight => Some(Base::Killer),
        Base::Killer => Some(Base::International),
        Base::Frysk => Some(Base::Frisian),
        Base::International
        | Base::English
        | Base::Russian
        | Base::Frisian
        | Base::Breakthrough => None,
    }
}

/// Name of the variant and its file. Beside each file stands where it comes from and how it has
/// done in its matches.
const BUILT_IN: &[(&str, &[u8])] = &built_in![
    "brazilian",
    "breakthrough",
    "czech",
    "english",
    "frisian",
    "frysk",
    "international",
    "italian",
    "killer",
    "killer-light",
    "losing",
    "losing-english",
    "losing-russian",
    "optional-brazilian",
    "optional-czech",
    "optional-english",
    "optional-italian",
    "optional-russian",
    "optional-spanish",
    "pool",
    "portuguese",
    "russian",
    "spanish",
    "thai",
];
