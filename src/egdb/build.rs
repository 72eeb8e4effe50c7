//! Building all tables of a variant up to a number of pieces.
//!
//! Tables are built from fewer pieces to more, and of equally many pieces from fewer men to more.
//! Each is written as soon as it is solved, so that a build that was broken off goes on with the
//! tables that are missing; those that are there are checked and read. What was solved does not
//! depend on threads or on interruptions: the files are the same, byte by byte.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use rayon::prelude::*;

use super::error::EgdbError;
use super::file::{self, Header, TableFile, path_of};
use super::generate::{Crew, restore, solve_material};
use super::layout::Layout;
use super::library::Library;
use super::material::{MAX_PIECES, Material};
use super::solve::Scratch;
use crate::rules::Variant;

/// Temporary files older than this are left over from builds that were broken off.
const STALE: Duration = Duration::from_secs(3600);
/// Men up to which tables of equally many men are solved side by side: with so few men there are
/// not enough slices to share out. With more men one table after the other is solved, so that
/// little is lost when the build is broken off.
const MEN_SIDE_BY_SIDE: usize = 1;

/// What to build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The rules.
    pub variant: Variant,
    /// Pieces of both sides together, up to which all tables are built.
    pub pieces: usize,
    /// The folder of tables, in which each variant has a folder.
    pub folder: PathBuf,
    /// Bytes of memory that the build may use.
    pub memory: u64,
}

/// A table that is complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built {
    /// What it says of itself.
    pub header: Header,
    /// Bytes of its file.
    pub bytes: u64,
    /// Checksum of the file.
    pub checksum: u32,
    /// Whether it was there already.
    pub was_there: bool,
}

/// Who follows a build; called from its threads.
pub trait Follower: Sync {
    /// `done` of `total` positions have been solved in this run, not counting those that were
    /// there. Called many times a second at most.
    fn progress(&self, done: u64, total: u64);

    /// A table is complete.
    fn built(&self, table: &Built);
}

/// Nobody follows.
impl Follower for () {
    fn progress(&self, _: u64, _: u64) {}

    fn built(&self, _: &Built) {}
}

impl Plan {
    /// Bytes of memory that the build needs at its height: all tables of fewer pieces and those
    /// with equally many pieces that are solved or needed at the time, at two bits an entry, one
    /// bit more for those being solved, and what the threads work with.
    pub fn memory_needed(&self, threads: usize) -> u64 {
        let layout = |material| Layout::new(self.variant.rules().geometry, material);
        let mut kept = 0;
        let mut most = 0;
        for pieces in 2..=self.pieces {
            let mut before = 0;
            let mut all = 0;
            for materials in groups(pieces) {
                let layouts: Vec<Layout> = materials.into_iter().map(layout).collect();
                let entries: u64 = layouts.iter().map(|layout| layout.entries() as u64).sum();
                let slice = layouts.iter().map(Layout::slice_len).max().unwrap_or(0);
                let scratch = (threads * Scratch::bytes(slice)) as u64;
                let values = entries / 4;
                most = most.max(kept + before + values + entries / 8 + scratch);
                before = values;
                all += values;
            }
            kept += all;
        }
        most
    }

    /// Builds what is missing, with the threads of the rayon pool in which it is called.
    ///
    /// # Errors
    /// [`EgdbError`]: too many pieces or too little memory for them; a folder or file that cannot
    /// be written; a table in the folder that is not sound. Tables that were complete stay.
    pub fn run(&self, follower: &dyn Follower) -> Result<Vec<Built>, EgdbError> {
        self.check()?;
        let folder = self.folder.join(self.variant.to_string());
        fs::create_dir_all(&folder).map_err(EgdbError::io(&folder, "make the folder"))?;
        remove_stale(&folder);
        let materials = || (2..=self.pieces).flat_map(Material::of_pieces);
        let is_missing =
            |&material: &Material| !path_of(&self.folder, self.variant, material).exists();
        let last = materials().filter(is_missing).map(Material::pieces).max();
        let Some(last) = last else {
            return self.all_there(follower);
        };
        let missing = materials().filter(is_missing);
        let total = missing
            .map(|material| self.layout(material).entries() as u64)
            .sum();
        let mut library = Library::new(self.variant);
        let mut built = Vec::new();
        let progress = |done| follower.progress(done, total);
        let crew = Crew::new(&progress);
        for pieces in 2..=self.pieces {
            if pieces > last {
                built.extend(self.check_files(pieces, follower)?);
                continue;
            }
            let groups = groups(pieces);
            for (index, materials) in groups.iter().enumerate() {
                let complete = |&material: &Material| {
                    let table = self.complete(&library, material, &crew)?;
                    follower.built(&table);
                    Ok(table)
                };
                let men = materials.first().map_or(0, |material| material.men());
                let group: Result<Vec<Built>, EgdbError> = if men <= MEN_SIDE_BY_SIDE {
                    materials.par_iter().map(complete).collect()
                } else {
                    materials.iter().map(complete).collect()
                };
                built.extend(group?);
                // Of the last number of pieces only those with one man less are needed again.
                if pieces == last && index > 0 {
                    groups[index - 1]
                        .iter()
                        .for_each(|&material| library.remove(material));
                }
            }
        }
        Ok(built)
    }

    /// Whether the plan can be carried out.
    pub(super) fn check(&self) -> Result<(), EgdbError> {
        let pieces = self.pieces;
        if !(2..=MAX_PIECES).contains(&pieces) {
            return Err(EgdbError::Pieces { pieces });
        }
        let need = self.memory_needed(rayon::current_num_threads());
        if need > self.memory {
            return Err(EgdbError::Memory {
                pieces,
                need: need.div_ceil(1 << 20),
                limit: self.memory >> 20,
            });
        }
        Ok(())
    }

    fn layout(&self, material: Material) -> Layout {
        Layout::new(self.variant.rules().geometry, material)
    }

    fn all_there(&self, follower: &dyn Follower) -> Result<Vec<Built>, EgdbError> {
        let mut built = Vec::new();
        for pieces in 2..=self.pieces {
            built.extend(self.check_files(pieces, follower)?);
        }
        Ok(built)
    }

    /// The tables of so many pieces, which are all there and not needed for others.
    fn check_files(&self, pieces: usize, follower: &dyn Follower) -> Result<Vec<Built>, EgdbError> {
        let check = |material| {
            let file = self.open(&self.layout(material))?;
            let table = known(&file);
            follower.built(&table);
            Ok(table)
        };
        Material::of_pieces(pieces).into_iter().map(check).collect()
    }

    /// Reads all tables of the plan into memory.
    ///
    /// # Errors
    /// [`EgdbError::Missing`], or a table that is not sound.
    pub(super) fn load(&self) -> Result<Library, EgdbError> {
        let library = Library::new(self.variant);
        for material in (2..=self.pieces).flat_map(Material::of_pieces) {
            let layout = self.layout(material);
            if !path_of(&self.folder, self.variant, material).exists() {
                return Err(EgdbError::Missing {
                    path: self.folder.join(self.variant.to_string()),
                    material: material.to_string(),
                });
            }
            restore(&library, &layout, &self.open(&layout)?)?;
        }
        Ok(library)
    }

    fn open(&self, layout: &Layout) -> Result<TableFile, EgdbError> {
        let path = path_of(&self.folder, self.variant, layout.material());
        TableFile::open(&path, self.variant, layout)
    }

    /// Brings a table into the library: from its file if it is there, or else solved and written.
    fn complete(
        &self,
        library: &Library,
        material: Material,
        crew: &Crew,
    ) -> Result<Built, EgdbError> {
        let path = path_of(&self.folder, self.variant, material);
        let layout = self.layout(material);
        if path.exists() {
            let file = self.open(&layout)?;
            restore(library, &layout, &file)?;
            return Ok(known(&file));
        }
        let solved = solve_material(library, layout.geometry(), material, crew);
        let header = Header::new(self.variant, &layout, solved.counts);
        let table = library.table(material).expect("it has just been solved");
        file::write(&path, &header, &layout, |entry| {
            (!solved.forced.is_set(entry)).then(|| table.values.value(entry))
        })?;
        Ok(Built {
            was_there: false,
            ..known(&self.open(&layout)?)
        })
    }
}

fn known(file: &TableFile) -> Built {
    Built {
        header: file.header.clone(),
        bytes: file.bytes,
        checksum: file.checksum,
        was_there: true,
    }
}

/// The materials of so many pieces by their number of men.
fn groups(pieces: usize) -> Vec<Vec<Material>> {
    let mut groups = vec![Vec::new(); pieces + 1];
    for material in Material::of_pieces(pieces) {
        groups[material.men()].push(material);
    }
    groups
}

/// Deletes temporary files that nobody can still be writing.
fn remove_stale(folder: &std::path::Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_temporary = path.extension().is_some_and(|extension| extension == "tmp");
        let written = fs::metadata(&path).and_then(|data| data.modified());
        let age = written
            .ok()
            .and_then(|time| SystemTime::now().duration_since(time).ok());
        if is_temporary && age.is_some_and(|age| age > STALE) {
            // If it cannot be deleted it only takes space.
            let _ = fs::remove_file(path);
        }
    }
}
