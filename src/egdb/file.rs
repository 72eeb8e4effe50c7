//! The file of one table.
//!
//! | part | bytes |
//! |---|---|
//! | magic `DamEgdb` and a zero | 8 |
//! | version of the format, length of the header | 4 + 4 |
//! | the [`Header`] as JSON: variant, fingerprint of its rules, material, entries, counts | length |
//! | the chances with which every block starts | 486 |
//! | of each block of 32,768 entries its bytes and their checksum | 8 a block |
//! | checksum of all of the above | 4 |
//! | the blocks, as `codec` writes them | |
//!
//! Numbers are little-endian, checksums are CRC-32. A file is written under a temporary name and
//! renamed when it is complete, so that under its own name it is always whole; whatever breaks off
//! leaves the folder as it was.
//!
//! Files are read with positional reads and not mapped into memory: mapping is unsafe in Rust (the
//! file could change underneath), which this crate forbids, and would save little, since a block is
//! decoded before it is used.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::codec::{self, BLOCK, Chances, Strides};
use super::error::EgdbError;
use super::layout::Layout;
use super::material::Material;
use super::value::Value;
use crate::rules::Variant;

const MAGIC: &[u8; 8] = b"DamEgdb\0";
const VERSION: u32 = 1;
/// More than any header has, so that a damaged length does no harm.
const LONGEST_HEADER: u32 = 1 << 16;

/// Positions by value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Won positions.
    pub wins: u64,
    /// Lost positions.
    pub losses: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Those among all of them that are not stored, since captures decide them.
    pub captures: u64,
}

impl Counts {
    /// All positions.
    pub const fn positions(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Counts one more position.
    pub(super) const fn count(&mut self, value: Value, by_capture: bool) {
        match value {
            Value::Win => self.wins += 1,
            Value::Loss => self.losses += 1,
            Value::Draw => self.draws += 1,
        }
        self.captures += by_capture as u64;
    }

    /// Adds the counts of another table.
    pub const fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.captures += other.captures;
    }
}

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Name of the variant.
    pub variant: String,
    /// Checksum of the rules and modifiers as data, so that a table of other rules is noticed.
    pub rules: u32,
    /// Name of the material.
    pub material: String,
    /// Entries, those included that stand for no position.
    pub entries: u64,
    /// Positions by value.
    pub counts: Counts,
}

impl Header {
    pub(super) fn new(variant: Variant, layout: &Layout, counts: Counts) -> Self {
        Self {
            variant: variant.to_string(),
            rules: fingerprint(variant),
            material: layout.material().to_string(),
            entries: layout.entries() as u64,
            counts,
        }
    }
}

/// A checksum of all rules of a variant.
fn fingerprint(variant: Variant) -> u32 {
    crc32fast::hash(format!("{variant} {:?}", variant.rules()).as_bytes())
}

/// Where the table of a material lies in a folder of tables.
pub(super) fn path_of(folder: &Path, variant: Variant, material: Material) -> PathBuf {
    folder
        .join(variant.to_string())
        .join(format!("{material}.egdb"))
}

/// Writes a table and returns the bytes it takes. Entries without a value may be read back as
/// anything.
pub(super) fn write(
    path: &Path,
    header: &Header,
    layout: &Layout,
    value: impl Fn(usize) -> Option<Value> + Sync,
) -> Result<u64, EgdbError> {
    let strides = Strides::of(layout);
    let entries = layout.entries();
    let values = |block: usize| {
        let end = entries.min((block + 1) * BLOCK);
        (block * BLOCK..end).map(&value)
    };
    let blocks = entries.div_ceil(BLOCK);
    let sample = (0..blocks).step_by(blocks / 64 + 1).map(values);
    let chances = codec::count_chances(sample, strides);
    let data: Vec<Vec<u8>> = (0..blocks)
        .into_par_iter()
        .map(|block| codec::encode(values(block), strides, &chances))
        .collect();
    let json = serde_json::to_vec(header).expect("a header has only text and numbers");
    let mut head = Vec::new();
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend((json.len() as u32).to_le_bytes());
    head.extend(json);
    head.extend(chances.to_bytes());
    for block in &data {
        head.extend((block.len() as u32).to_le_bytes());
        head.extend(crc32fast::hash(block).to_le_bytes());
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    let temporary = path.with_extension(temporary_extension());
    write_all(&temporary, &head, &data)
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(|error| {
            // What is left of a failed attempt is of no use to anybody.
            let _ = fs::remove_file(&temporary);
            EgdbError::io(path, "write the table")(error)
        })?;
    Ok(head.len() as u64 + data.iter().map(|block| block.len() as u64).sum::<u64>())
}

/// The end of the name of a file that is being written: no other has it, be it of another process
/// or of another engine in this one.
fn temporary_extension() -> String {
    format!(
        "{:016x}.tmp",
        RandomState::new().hash_one(std::process::id())
    )
}

fn write_all(path: &Path, head: &[u8], data: &[Vec<u8>]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(head)?;
    data.iter().try_for_each(|block| file.write_all(block))?;
    file.into_inner()?.sync_all()
}

/// A table on disk, of which blocks can be read.
#[derive(Debug)]
pub(super) struct TableFile {
    path: PathBuf,
    file: File,
    pub(super) header: Header,
    strides: Strides,
    chances: Chances,
    /// Of each block where it begins, its bytes, and their checksum.
    blocks: Vec<(u64, u32, u32)>,
    /// Bytes of the whole file.
    pub(super) bytes: u64,
    /// Checksum of the head, which covers those of all blocks.
    pub(super) checksum: u32,
}

impl TableFile {
    /// Opens a table and checks that it is the one that is wanted and that its head is sound.
    pub(super) fn open(path: &Path, variant: Variant, layout: &Layout) -> Result<Self, EgdbError> {
        let cannot_read = || EgdbError::io(path, "read the table");
        let mut file = File::open(path).map_err(EgdbError::io(path, "open the table"))?;
        let bytes = file.metadata().map_err(cannot_read())?.len();
        let wrong = |expected: String, found: String| EgdbError::Wrong {
            path: path.to_owned(),
            expected,
            found,
        };
        let damaged = |what: &str| EgdbError::Damaged {
            path: path.to_owned(),
            what: what.to_owned(),
        };
        let mut head = Vec::new();
        let read =
            |file: &mut File, head: &mut Vec<u8>, count: usize| -> Result<usize, EgdbError> {
                let start = head.len();
                let got = file
                    .take(count as u64)
                    .read_to_end(head)
                    .map_err(cannot_read())?;
                if got == count {
                    Ok(start)
                } else {
                    Err(damaged("the file ends in its head"))
                }
            };
        read(&mut file, &mut head, 16)?;
        if head[..8] != *MAGIC {
            let found = String::from_utf8_lossy(&head[..8]).into_owned();
            return Err(wrong(
                "an ending table of Damocles".to_owned(),
                format!("{found:?}"),
            ));
        }
        let version = number(&head[8..12]);
        if version != VERSION {
            return Err(wrong(
                format!("version {VERSION}"),
                format!("version {version}"),
            ));
        }
        let length = number(&head[12..16]);
        if length > LONGEST_HEADER {
            return Err(damaged("the length of the header"));
        }
        let start = read(&mut file, &mut head, length as usize)?;
        let header: Option<Header> = serde_json::from_slice(&head[start..]).ok();
        let header = header.ok_or_else(|| damaged("the header is no JSON"))?;
        let expected = Header::new(variant, layout, header.counts);
        if header != expected {
            let text = |header: &Header| {
                let Header {
                    variant,
                    rules,
                    material,
                    entries,
                    ..
                } = header;
                format!("{material} of {variant} (rules {rules:08x}, {entries} entries)")
            };
            return Err(wrong(text(&expected), text(&header)));
        }
        let start = read(&mut file, &mut head, Chances::BYTES)?;
        let bytes_of = |index: usize| head.get(start + index).copied().unwrap_or(0);
        let chances = Chances::from_bytes(&std::array::from_fn(bytes_of));
        let count = layout.entries().div_ceil(BLOCK);
        let start = read(&mut file, &mut head, 8 * count + 4)?;
        let (covered, checksum) = head.split_at(head.len() - 4);
        let checksum = number(checksum);
        if crc32fast::hash(covered) != checksum {
            return Err(damaged("the checksum of its head"));
        }
        let mut at = head.len() as u64;
        let index = head[start..].chunks_exact(8).take(count);
        let blocks = index.map(|entry| {
            let (length, sum) = (number(&entry[..4]), number(&entry[4..]));
            at += u64::from(length);
            (at - u64::from(length), length, sum)
        });
        let blocks = blocks.collect();
        if at != bytes {
            return Err(damaged(&format!("{at} bytes expected, {bytes} found")));
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            header,
            strides: Strides::of(layout),
            chances,
            blocks,
            bytes,
            checksum,
        })
    }

    /// Number of blocks.
    pub(super) const fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Codes of the values of a block.
    pub(super) fn read(&self, block: usize) -> Result<Vec<u8>, EgdbError> {
        let (start, length, sum) = self.blocks[block];
        let mut bytes = vec![0; length as usize];
        read_at(&self.file, &mut bytes, start)
            .map_err(EgdbError::io(&self.path, "read a block of the table"))?;
        if crc32fast::hash(&bytes) != sum {
            return Err(EgdbError::Damaged {
                path: self.path.clone(),
                what: format!("the checksum of block {block}"),
            });
        }
        let entries = self.header.entries as usize;
        let len = entries.min((block + 1) * BLOCK) - block * BLOCK;
        Ok(codec::decode(&bytes, len, self.strides, &self.chances))
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Reads from a place of a file without moving its cursor, which threads share.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

/// Reads from a place of a file; on this system the cursor moves, but every read says its place.
#[cfg(windows)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    let mut done = 0;
    while done < bytes.len() {
        let at = start + done as u64;
        match std::os::windows::fs::FileExt::seek_read(file, &mut bytes[done..], at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => done += read,
        }
    }
    Ok(())
}
