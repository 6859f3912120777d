//! The compiled kernels. `cargo xtask kernels` writes them from the sources in `kernels/`.

/// Machine code, by the oldest compute capability of its generation that runs it.
const MACHINE_CODE: [((u32, u32), &[u8]); 2] = [
    ((9, 0), include_bytes!("../kernels/compiled/sm_90.cubin")),
    ((8, 0), include_bytes!("../kernels/compiled/sm_80.cubin")),
];

/// For all others, to be compiled by the driver. Ends with zero.
const TEXT: &[u8] = include_bytes!("../kernels/compiled/compute_80.ptx");

/// The image that suits a card.
pub fn for_capability((major, minor): (u32, u32)) -> &'static [u8] {
    let fits = |&&((code_major, code_minor), _): &&((u32, u32), &[u8])| code_major == major && code_minor <= minor;
    MACHINE_CODE.iter().find(fits).map_or(TEXT, |&(_, code)| code)
}
