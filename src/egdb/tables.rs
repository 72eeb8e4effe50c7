//! The tables as the search and the user see them: values of positions.
//!
//! Tables lie in files and are decoded block by block when they are asked for. A decoded block
//! stays in memory, at two bits an entry; any number of threads read it without a lock. When all
//! blocks together have reached [`CACHE_BYTES`], further ones are decoded anew each time.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use etcetera::BaseStrategy;

use super::codec::BLOCK;
use super::error::EgdbError;
use super::file::{Header, TableFile, path_of};
use super::generate::{Crew, solve_material};
use super::layout::Layout;
use super::library::{Library, decided};
use super::material::{MAX_PIECES, Material};
use super::value::Value;
use crate::movegen::captures;
use crate::position::{MoveList, Position, Side};
use crate::rules::{CaptureDuty, Variant};

/// Memory for decoded blocks of all tables of a variant.
const CACHE_BYTES: usize = 2 << 30;

/// How often a search asks for a block in vain before it is read. To read one takes as long as some
/// two thousand nodes, and many are asked for a few times only.
const ASKED_BEFORE_READ: u8 = 32;

/// A decoded block: 32 values a word.
type Block = Box<[u64]>;

/// The place of a block in memory.
#[derive(Debug, Default)]
struct Place {
    block: OnceLock<Block>,
    /// How often it was asked for in vain; a mere sum, hence relaxed.
    asked: AtomicU8,
}

/// One table.
#[derive(Debug)]
struct Shelf {
    layout: Layout,
    header: Header,
    /// Where blocks come from that are not decoded yet; nothing if all are in memory.
    file: Option<TableFile>,
    blocks: Box<[Place]>,
}

impl Place {
    fn of(block: Block) -> Self {
        Self {
            block: OnceLock::from(block),
            ..Self::default()
        }
    }
}

/// A value that was looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value for the side to move.
    pub value: Value,
    /// Whether a block had to be read and decoded for it.
    pub was_read: bool,
}

/// The tables of one variant.
#[derive(Debug)]
pub struct Tables {
    variant: Variant,
    shelves: Vec<Option<Shelf>>,
    /// Pieces up to which every table is here; 0 if there is none.
    pieces: usize,
    /// Bytes of decoded blocks; a mere sum, hence relaxed.
    cached: AtomicUsize,
}

impl Tables {
    /// The tables of a variant in a folder, up to a number of pieces: as many pieces as all tables
    /// are there for, which may be none.
    ///
    /// # Errors
    /// A file that is damaged or no table of this variant.
    pub fn open(folder: &Path, variant: Variant, pieces: usize) -> Result<Self, EgdbError> {
        let mut tables = Self::none(variant);
        for count in 2..=pieces.min(MAX_PIECES) {
            let materials = Material::of_pieces(count);
            let is_there = |&material: &Material| path_of(folder, variant, material).is_file();
            if !materials.iter().all(is_there) {
                break;
            }
            for material in materials {
                let layout = Layout::new(variant.rules().geometry, material);
                let path = path_of(folder, variant, material);
                let file = TableFile::open(&path, variant, &layout)?;
                let blocks = (0..file.blocks()).map(|_| Place::default()).collect();
                tables.shelves[material.ordinal()] = Some(Shelf {
                    layout,
                    header: file.header.clone(),
                    file: Some(file),
                    blocks,
                });
            }
            tables.pieces = count;
        }
        Ok(tables)
    }

    /// No tables at all.
    fn none(variant: Variant) -> Self {
        Self {
            variant,
            shelves: (0..Material::ORDINALS).map(|_| None).collect(),
            pieces: 0,
            cached: AtomicUsize::new(0),
        }
    }

    /// Tables built in memory with the threads of the rayon pool in which this is called, for few
    /// pieces: nothing is read or written.
    pub fn build(variant: Variant, pieces: usize) -> Self {
        let mut tables = Self::none(variant);
        let library = Library::new(variant);
        let crew = Crew::new(&|_| ());
        tables.pieces = pieces.min(MAX_PIECES);
        for material in (2..=tables.pieces).flat_map(Material::of_pieces) {
            let geometry = variant.rules().geometry;
            let solved = solve_material(&library, geometry, material, &crew);
            if let Some(table) = library.table(material) {
                let blocks = table.values.blocks(BLOCK);
                tables.shelves[material.ordinal()] = Some(Shelf {
                    header: Header::new(variant, &table.layout, solved.counts),
                    layout: table.layout.clone(),
                    file: None,
                    blocks: blocks.map(Place::of).collect(),
                });
            }
        }
        tables
    }

    /// The variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Pieces up to which positions are known; 0 if none are.
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// What the tables say of themselves, with the bytes and checksums of their files (0 for tables
    /// in memory): fewest pieces first, then fewest men.
    pub fn headers(&self) -> impl Iterator<Item = (&Header, u64, u32)> {
        (2..=self.pieces)
            .flat_map(Material::of_pieces)
            .filter_map(|material| self.shelves[material.ordinal()].as_ref())
            .map(|shelf| {
                let file = shelf.file.as_ref();
                let (bytes, sum) = file.map_or((0, 0), |file| (file.bytes, file.checksum));
                (&shelf.header, bytes, sum)
            })
    }

    /// The value of a position with best play and without draw rules; nothing if it is not known.
    /// Where captures decide they are followed.
    pub fn probe(&self, pos: &Position) -> Option<Value> {
        let Some(material) = Material::of(pos) else {
            return pos.own().is_empty().then(|| decided(self.variant, pos));
        };
        if material.pieces() > self.pieces {
            return None;
        }
        if self.variant.ends_with_king() && !pos.kings().is_empty() {
            return Some(decided(self.variant, pos));
        }
        if self.variant.capture_duty() == CaptureDuty::Compulsory {
            let mut moves = MoveList::new();
            captures(self.variant, pos, &mut moves);
            if !moves.is_empty() {
                let after = moves.iter().map(|&mv| self.probe(&pos.after(mv)));
                let best = after.map(|value| value.map(Value::opposite));
                return best.reduce(|one, other| Some(one?.max(other?))).flatten();
            }
        }
        self.probe_quiet(pos)
    }

    /// The value of a position in which nothing must be captured and the game is not over; nothing
    /// if it is not known. In other positions the answer means nothing.
    pub fn probe_quiet(&self, pos: &Position) -> Option<Value> {
        Some(self.look_up(pos, true)?.value)
    }

    /// The same for a search, which has better things to do than to read and decode a block: that
    /// takes thousands of times longer than a value that is at hand. Unless the answer `is_worth`
    /// it, one whose block is not in memory is unknown the first few times.
    pub fn look_up(&self, pos: &Position, is_worth: bool) -> Option<Found> {
        let shelf = self.shelves[Material::of(pos)?.ordinal()].as_ref()?;
        let index = shelf.layout.index(pos);
        let (block, at) = (index / BLOCK, index % BLOCK);
        let place = &shelf.blocks[block];
        if let Some(block) = place.block.get() {
            return Some(Found {
                value: unpacked(block, at),
                was_read: false,
            });
        }
        if !is_worth {
            let is_full = self.cached.load(Ordering::Relaxed) >= CACHE_BYTES;
            if is_full || place.asked.fetch_add(1, Ordering::Relaxed) < ASKED_BEFORE_READ {
                return None;
            }
        }
        // A block that has become unreadable since the file was opened is as good as unknown.
        let codes = self.read(shelf, block)?;
        Some(Found {
            value: Value::from_code(codes[at].into()),
            was_read: true,
        })
    }

    /// Decodes all blocks of positions of up to so many pieces, so that none has to be read later.
    pub fn read_all(&self, pieces: usize) {
        for material in (2..=pieces.min(self.pieces)).flat_map(Material::of_pieces) {
            if let Some(shelf) = &self.shelves[material.ordinal()] {
                for block in 0..shelf.blocks.len() {
                    if shelf.blocks[block].block.get().is_none() {
                        self.read(shelf, block);
                    }
                }
            }
        }
    }

    /// Codes of the values of a block, which is kept if there is room.
    fn read(&self, shelf: &Shelf, block: usize) -> Option<Vec<u8>> {
        let codes = shelf.file.as_ref()?.read(block).ok()?;
        let bytes = codes.len() / 4;
        if self.cached.fetch_add(bytes, Ordering::Relaxed) < CACHE_BYTES {
            let _ = shelf.blocks[block].block.set(packed(&codes));
        }
        Some(codes)
    }
}

/// Pieces of the tables that are made in a second or two: 4 on 8x8 boards, 3 on 10x10.
pub const fn small_pieces(variant: Variant) -> usize {
    if variant.rules().geometry.size() == 8 {
        4
    } else {
        3
    }
}

/// Whether the value of a position heeds all rules of the variant but those of draws.
///
/// Tables know nothing of how often a king has moved in succession. Where the rules limit that
/// (Frisian), a value is exact if neither side can come to have a man beside a king: the limit
/// binds only then.
pub fn is_exact(variant: Variant, pos: &Position) -> bool {
    variant.rules().king_move_limit.is_none()
        || Side::BOTH.into_iter().all(|side| {
            let (pieces, men) = (pos.pieces(side), pos.men(side));
            men.is_empty() || !pieces.has_several()
        })
}

/// The folder of tables in the user's cache, if the user has one: `$XDG_CACHE_HOME/damocles/egdb`
/// where that is the custom.
pub fn default_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.cache_dir().join("damocles").join("egdb"))
}

fn packed(codes: &[u8]) -> Block {
    let word = |codes: &[u8]| {
        let all = codes.iter().rev();
        all.fold(0, |word, &code| word << 2 | u64::from(code))
    };
    codes.chunks(32).map(word).collect()
}

fn unpacked(block: &Block, at: usize) -> Value {
    Value::from_code(block[at / 32] >> (2 * (at % 32)))
}
