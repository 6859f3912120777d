//! Cards with NVIDIA's driver, which is looked for when it is asked for.

use std::ffi::{CString, c_void};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys;

use crate::images;
use crate::machine::{Fault, Geometry, Kernel, Machine, Place};
use crate::words::NODE_WORDS;

/// Lanes of a warp, warps of a block and room of a stack: as in `kernels/search.cu`.
const LANES: u32 = 32;
const WARPS: u32 = 8;
const ROOM: u32 = 96;
/// Threads of a block of the other kernels.
const THREADS: u32 = 256;
/// The oldest compute capability that the kernels are compiled for.
const OLDEST: (u32, u32) = (8, 0);

/// Why there is no card to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absent {
    /// The driver's library is not there.
    Driver,
    /// The driver does not work.
    Broken(String),
    /// There is no card of this number.
    Card {
        /// The number that was asked for.
        wanted: usize,
        /// How many cards there are.
        found: usize,
    },
    /// The card is too old.
    Old {
        /// Its number.
        number: usize,
        /// What is known of it.
        info: CardInfo,
    },
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Driver => f.write_str("no NVIDIA driver was found (libcuda.so or nvcuda.dll)"),
            Self::Broken(problem) => write!(f, "the NVIDIA driver does not work: {problem}"),
            Self::Card { found: 0, .. } => f.write_str("the NVIDIA driver finds no card"),
            Self::Card { wanted, found: 1 } => write!(f, "there is no card {wanted}: there is one, `cuda:0`"),
            Self::Card { wanted, found } => {
                write!(f, "there is no card {wanted}: there are {found}, `cuda:0` to `cuda:{}`", found - 1)
            }
            Self::Old { number, info: CardInfo { name, capability: (major, minor), .. } } => {
                let (least, least_minor) = OLDEST;
                write!(
                    f,
                    "cuda:{number} ({name}) has compute capability {major}.{minor}: expected {least}.{least_minor} or newer"
                )
            }
        }
    }
}

/// What is known of a card before it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardInfo {
    /// What the maker calls it.
    pub name: String,
    /// Its memory in bytes.
    pub memory: u64,
    /// Its compute capability.
    pub capability: (u32, u32),
    /// Its multiprocessors.
    pub processors: u32,
}

impl fmt::Display for CardInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((major, minor), gibibytes) = (self.capability, self.memory as f64 / f64::from(1 << 30));
        write!(f, "{}, {gibibytes:.0} GiB, capability {major}.{minor}", self.name)
    }
}

/// Loads the driver.
fn driver() -> Result<(), Absent> {
    // SAFETY: loads a library of the system by its name; its initialisers are the driver's.
    if !unsafe { sys::is_culib_present() } {
        return Err(Absent::Driver);
    }
    result::init().map_err(|error| match error.0 {
        sys::CUresult::CUDA_ERROR_NO_DEVICE => Absent::Card { wanted: 0, found: 0 },
        _ => Absent::Broken(text_of(error)),
    })
}

fn text_of(error: DriverError) -> String {
    let text = |found: Result<&std::ffi::CStr, DriverError>| found.ok().map(|text| text.to_string_lossy().into_owned());
    match (text(error.error_string()), text(error.error_name())) {
        (Some(words), Some(name)) => format!("{words} ({name})"),
        _ => format!("error {}", error.0 as u32),
    }
}

/// All cards.
pub fn cards() -> Result<Vec<CardInfo>, Absent> {
    driver()?;
    let count = result::device::get_count().map_err(|error| Absent::Broken(text_of(error)))?;
    (0..count).map(|number| info(number).map_err(|error| Absent::Broken(text_of(error)))).collect()
}

fn attribute(device: sys::CUdevice, attribute: sys::CUdevice_attribute) -> Result<u32, DriverError> {
    // SAFETY: the device comes from the driver.
    unsafe { result::device::get_attribute(device, attribute) }.map(|value| value as u32)
}

fn info(number: i32) -> Result<CardInfo, DriverError> {
    use sys::CUdevice_attribute as Attribute;
    let device = result::device::get(number)?;
    Ok(CardInfo {
        name: result::device::get_name(device)?,
        // SAFETY: the device comes from the driver.
        memory: unsafe { result::device::total_mem(device) }? as u64,
        capability: (
            attribute(device, Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(device, Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        processors: attribute(device, Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
    })
}

/// A card that is open.
pub struct Card {
    number: usize,
    info: CardInfo,
    context: sys::CUcontext,
    device: sys::CUdevice,
    module: sys::CUmodule,
    functions: Vec<sys::CUfunction>,
    geometry: Geometry,
    /// The driver does one thing of this card at a time.
    order: Mutex<()>,
    is_given_up: AtomicBool,
}

// SAFETY: handles of the driver may be used by any thread that has made the context its own, which
// every method does, one at a time.
unsafe impl Send for Card {}
// SAFETY: see above.
unsafe impl Sync for Card {}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Card").field("number", &self.number).field("info", &self.info).finish_non_exhaustive()
    }
}

impl Card {
    /// Opens the card of this number.
    pub fn open(number: usize) -> Result<Self, Absent> {
        Self::open_with(number, None, WARPS, ROOM)
    }

    /// Opens a card with another build of the kernels, whose blocks have so many warps, and stacks
    /// so much room.
    pub fn open_with(number: usize, image: Option<&[u8]>, warps: u32, room: u32) -> Result<Self, Absent> {
        let cards = cards()?;
        let found = cards.len();
        let info = cards.into_iter().nth(number).ok_or(Absent::Card { wanted: number, found })?;
        if info.capability < OLDEST {
            return Err(Absent::Old { number, info });
        }
        Self::opened(number, info, image, (warps, room)).map_err(|error| Absent::Broken(text_of(error)))
    }

    fn opened(
        number: usize,
        info: CardInfo,
        image: Option<&[u8]>,
        (warps, room): (u32, u32),
    ) -> Result<Self, DriverError> {
        let device = result::device::get(number as i32)?;
        // SAFETY: the device comes from the driver. The context is released when the card is
        // dropped.
        let context = unsafe { result::primary_ctx::retain(device) }?;
        let mut card = Self {
            number,
            context,
            device,
            module: std::ptr::null_mut(),
            functions: Vec::new(),
            geometry: Geometry { lanes: LANES, room, warps, blocks: 0, threads: THREADS },
            order: Mutex::new(()),
            is_given_up: AtomicBool::new(false),
            info,
        };
        // SAFETY: the context was just made.
        unsafe { result::ctx::set_current(context) }?;
        let image = image.unwrap_or_else(|| images::for_capability(card.info.capability));
        // SAFETY: the image is one that the compiler wrote, and ends with zero where it is text.
        card.module = unsafe { result::module::load_data(image.as_ptr().cast()) }?;
        for kernel in Kernel::ALL {
            let name = CString::new(kernel.name()).unwrap_or_default();
            // SAFETY: the module is loaded, and stays so as long as the card is open.
            card.functions.push(unsafe { result::module::get_function(card.module, name) }?);
        }
        let mut resident = i32::MAX;
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.has_stacks()) {
            let (function, shared) = (card.function(kernel), card.shared_bytes(kernel));
            // SAFETY: the function belongs to the module.
            let blocks = unsafe {
                let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
                result::function::set_function_attribute(function, attribute, shared as i32)?;
                result::occupancy::max_active_block_per_multiprocessor(
                    function,
                    (LANES * warps) as i32,
                    shared as usize,
                )?
            };
            resident = resident.min(blocks);
        }
        card.geometry.blocks = card.info.processors * (resident as u32).max(1);
        Ok(card)
    }

    /// What is known of it.
    pub fn info(&self) -> &CardInfo {
        &self.info
    }

    /// Registers and bytes of local memory of a kernel, as it was loaded.
    pub fn resources(&self, kernel: Kernel) -> Result<(u32, u32), Fault> {
        use sys::CUfunction_attribute as Attribute;
        self.at_work(|| {
            // SAFETY: the function belongs to the module.
            let of = |attribute| unsafe { result::function::get_function_attribute(self.function(kernel), attribute) };
            Ok((
                of(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS)? as u32,
                of(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)? as u32,
            ))
        })
    }

    fn function(&self, kernel: Kernel) -> sys::CUfunction {
        self.functions[kernel as usize]
    }

    /// The stacks of a block's warps.
    fn shared_bytes(&self, kernel: Kernel) -> u32 {
        if kernel.has_stacks() { self.geometry.warps * self.geometry.room * 4 * NODE_WORDS as u32 } else { 0 }
    }

    fn at_work<T>(&self, work: impl FnOnce() -> Result<T, DriverError>) -> Result<T, Fault> {
        let _order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the context lives as long as the card.
        let done = unsafe { result::ctx::set_current(self.context) }.and_then(|()| work());
        done.map_err(|error| Fault::Failed(text_of(error)))
    }
}

impl Machine for Card {
    fn name(&self) -> String {
        format!("cuda:{} ({})", self.number, self.info.name)
    }

    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn give_up(&self) {
        self.is_given_up.store(true, Ordering::Relaxed);
    }

    fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }

    fn free(&self) -> Result<u64, Fault> {
        self.at_work(|| result::mem_get_info().map(|(free, _)| free as u64))
    }

    fn take(&self, bytes: u64) -> Result<Place, Fault> {
        let free = self.free()?;
        let none = Fault::Memory { wanted: bytes, free };
        if bytes > free {
            return Err(none);
        }
        // SAFETY: the memory is given back once, by `give`.
        let taken = self.at_work(|| match unsafe { result::malloc_sync(bytes as usize) } {
            Err(error) if error.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => Ok(None),
            taken => taken.map(Some),
        })?;
        taken.map(Place).ok_or(none)
    }

    fn give(&self, place: Place) {
        // SAFETY: the place was taken, and no kernel runs any more: the driver waits for them.
        let _ = self.at_work(|| unsafe { result::free_sync(place.0) });
    }

    fn fill(&self, place: Place, byte: u8, bytes: u64) -> Result<(), Fault> {
        // SAFETY: the place was taken with at least so many bytes.
        self.at_work(|| unsafe { result::memset_d8_sync(place.0, byte, bytes as usize) })
    }

    fn send(&self, place: Place, bytes: &[u8]) -> Result<(), Fault> {
        // SAFETY: the place was taken with at least so many bytes.
        self.at_work(|| unsafe { result::memcpy_htod_sync(place.0, bytes) })
    }

    fn fetch(&self, place: Place, bytes: &mut [u8]) -> Result<(), Fault> {
        // SAFETY: the place was taken with at least so many bytes; any bytes are fine here.
        self.at_work(|| unsafe { result::memcpy_dtoh_sync(bytes, place.0) })
    }

    fn start(&self, kernel: Kernel, blocks: u32, task: &[u8]) -> Result<(), Fault> {
        let threads = if kernel.has_stacks() { LANES * self.geometry.warps } else { THREADS };
        let mut parameters = [task.as_ptr().cast::<c_void>().cast_mut()];
        let (grid, block) = ((blocks, 1, 1), (threads, 1, 1));
        let shared = self.shared_bytes(kernel);
        // SAFETY: the task is the one parameter of the kernel, which the driver copies before it
        // returns; what it points to was taken and is given back only after the kernel has ended.
        self.at_work(|| unsafe {
            result::launch_kernel(self.function(kernel), grid, block, shared, std::ptr::null_mut(), &mut parameters)
        })
    }
}

impl Drop for Card {
    fn drop(&mut self) {
        let _ = self.at_work(|| {
            // SAFETY: the module was loaded into this context and is used no more, and the context
            // was retained once.
            unsafe {
                if !self.module.is_null() {
                    result::module::unload(self.module)?;
                }
                result::primary_ctx::release(self.device)
            }
        });
    }
}
