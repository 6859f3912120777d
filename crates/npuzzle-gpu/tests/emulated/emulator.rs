//! The kernels compiled as C++, one lane after the other: slow, and the same source as on a card.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use libloading::{Library, Symbol};
use npuzzle_core::core::{Device, Devices, Limits};
use npuzzle_gpu::machine::{Fault, Geometry, Kernel, Machine, Place};
use npuzzle_gpu::search::OnMachine;
use npuzzle_solvers::solvers::tiles::device::ForTiles;

type Emulate = unsafe extern "C" fn(*const c_char, u32, *const c_void) -> c_int;
type TaskBytes = unsafe extern "C" fn(*const c_char) -> u32;

/// The kernels, or why they could not be compiled.
static KERNELS: LazyLock<Result<Library, String>> = LazyLock::new(compiled);

fn compiled() -> Result<Library, String> {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).map_err(|error| error.to_string())?;
    let (library, source) = (folder.path().join("kernels.so"), Path::new("kernels/emulator.cpp"));
    let mut compiler = Command::new(std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned()));
    compiler.args(["-O2", "-std=c++17", "-Wall", "-Werror", "-Wno-unknown-pragmas", "-shared", "-fPIC", "-o"]);
    let said = compiler.arg(&library).arg(source).output().map_err(|error| format!("no C++ compiler: {error}"))?;
    if !said.status.success() {
        panic!("{}", String::from_utf8_lossy(&said.stderr));
    }
    // SAFETY: the library was just made of our own source, which has no initialisers.
    unsafe { Library::new(&library) }.map_err(|error| error.to_string())
}

/// The machine, unless there is no compiler for it. In CI there has to be one.
pub fn emulator() -> Option<Arc<Emulator>> {
    match &*KERNELS {
        Ok(_) => Some(Arc::new(Emulator::default())),
        Err(problem) => {
            assert!(std::env::var_os("CI").is_none(), "{problem}");
            eprintln!("skipped: {problem}");
            None
        }
    }
}

/// One with so many bytes.
pub fn small(bytes: u64) -> Option<Arc<Emulator>> {
    emulator().map(|_| Arc::new(Emulator { bytes: Some(bytes), ..Emulator::default() }))
}

/// One whose memory holds zeros at first, and costs nothing until it is written.
pub fn zeroed() -> Option<Arc<Emulator>> {
    emulator().map(|_| Arc::new(Emulator { is_zeroed: true, ..Emulator::default() }))
}

/// Limits with the emulator as the device, if there is one.
pub fn on_emulator() -> Option<Limits> {
    let device: Arc<dyn Device> = Arc::new(ForTiles(Box::new(OnMachine::new(emulator()?))));
    Some(Limits { device: Some(device), ..Limits::default() })
}

/// A device as the only one of a program.
pub struct OnlyDevice(pub Arc<dyn Device>);

impl Devices for OnlyDevice {
    fn list(&self) -> Result<Vec<String>, String> {
        Ok(vec![self.0.name()])
    }

    fn open(&self, _number: usize) -> Result<Arc<dyn Device>, String> {
        Ok(Arc::clone(&self.0))
    }
}

fn symbol<T>(name: &str) -> Symbol<'static, T> {
    let library = KERNELS.as_ref().unwrap();
    // SAFETY: the types are those of `kernels/emulator.cpp`.
    unsafe { library.get(name.as_bytes()) }.unwrap()
}

/// The kernels share static memory, so one of them runs at a time.
static RUNNING: Mutex<()> = Mutex::new(());

/// A machine that is the processor.
#[derive(Debug, Default)]
pub struct Emulator {
    taken: Mutex<HashMap<u64, Layout>>,
    /// The bytes that it has, if there is an end of them.
    bytes: Option<u64>,
    is_zeroed: bool,
}

impl Emulator {
    /// What a kernel calls a task: its bytes.
    pub fn task_bytes(kernel: Kernel) -> usize {
        let name = name_of(kernel);
        // SAFETY: the name ends with zero, and is only read.
        unsafe { symbol::<TaskBytes>("emulated_task")(name.as_ptr()) as usize }
    }
}

fn name_of(kernel: Kernel) -> CString {
    CString::new(kernel.name()).unwrap_or_default()
}

impl Machine for Emulator {
    fn name(&self) -> String {
        "the emulator".to_owned()
    }

    fn geometry(&self) -> Geometry {
        Geometry { lanes: 1, room: 3, warps: 1, blocks: 3, threads: 1 }
    }

    fn free(&self) -> Result<u64, Fault> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let taken: u64 = taken.values().map(|layout| layout.size() as u64).sum();
        Ok(self.bytes.map_or(u64::MAX, |bytes| bytes.saturating_sub(taken)))
    }

    fn take(&self, bytes: u64) -> Result<Place, Fault> {
        let none = Fault::Memory { wanted: bytes, free: 0 };
        let Ok(layout) = Layout::from_size_align(bytes as usize, 16) else { return Err(none) };
        // SAFETY: the layout is not empty, as `Memory` asks for at least a byte.
        let place = unsafe { if self.is_zeroed { alloc_zeroed(layout) } else { alloc(layout) } };
        if place.is_null() {
            return Err(none);
        }
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).insert(place as u64, layout);
        Ok(Place(place as u64))
    }

    fn give(&self, place: Place) {
        let layout = self.taken.lock().unwrap_or_else(PoisonError::into_inner).remove(&place.0);
        if let Some(layout) = layout {
            // SAFETY: it was taken with this layout, and is given back once, as it is removed
            // above.
            unsafe { dealloc(place.0 as *mut u8, layout) };
        }
    }

    fn fill(&self, place: Place, byte: u8, bytes: u64) -> Result<(), Fault> {
        // SAFETY: `Memory` gives places and lengths of what was taken.
        unsafe { (place.0 as *mut u8).write_bytes(byte, bytes as usize) };
        Ok(())
    }

    fn send(&self, place: Place, bytes: &[u8]) -> Result<(), Fault> {
        // SAFETY: as for `fill`; what was taken is not part of a slice of Rust.
        unsafe { (place.0 as *mut u8).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Ok(())
    }

    fn fetch(&self, place: Place, bytes: &mut [u8]) -> Result<(), Fault> {
        // SAFETY: as for `send`.
        unsafe { (place.0 as *const u8).copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn start(&self, kernel: Kernel, blocks: u32, task: &[u8]) -> Result<(), Fault> {
        let _running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let name = name_of(kernel);
        assert_eq!(task.len(), Self::task_bytes(kernel));
        // The words of a task are read where they are aligned.
        let aligned: Vec<u64> = task.chunks(8).map(word).collect();
        // SAFETY: the task is as long as the kernel's parameter, and names places that were taken.
        match unsafe { symbol::<Emulate>("emulate")(name.as_ptr(), blocks, aligned.as_ptr().cast()) } {
            0 => Err(Fault::Failed(format!("there is no kernel `{}`", kernel.name()))),
            _ => Ok(()),
        }
    }
}

fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_ne_bytes(word)
}
