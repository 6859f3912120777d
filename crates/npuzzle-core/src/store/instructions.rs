//! Work compiled twice: once for every processor of its kind, once for those with more
//! instructions.
//!
//! Programs are built for plain x86-64. What is worth it asks here at run time for vectors of 32
//! bytes (AVX2) and shifts by any register (BMI2). The plain version is the safe reference: both
//! come from the same source and must do the same.

/// Something to do that is worth compiling twice. Implement `work` with `#[inline(always)]`, all
/// that it calls too: only what is inlined is compiled again.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does it.
    fn work(self) -> Self::Output;
}

/// Whether [`with_instructions`] uses more than every processor has.
pub fn has_instructions() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Does `work` with the instructions that this processor has.
#[inline]
pub fn with_instructions<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if has_instructions() {
        debug_assert!(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2"));
        // SAFETY: the function differs from any safe one only in that the processor must have the
        // instructions it is compiled for, and those were detected just now.
        #[expect(unsafe_code, reason = "see the module's documentation")]
        return unsafe { compiled_for_more(work) };
    }
    work.work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn compiled_for_more<W: Work>(work: W) -> W::Output {
    work.work()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Mix<'a>(&'a [u64]);

    impl Work for Mix<'_> {
        type Output = u64;

        #[inline(always)]
        fn work(self) -> u64 {
            self.0.iter().fold(0, |sum, &x| sum.rotate_left(x.count_ones()) ^ (x >> (sum & 63)))
        }
    }

    #[test]
    fn both_versions_agree() {
        let numbers: Vec<u64> = (0..1000_u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
        assert_eq!(with_instructions(Mix(&numbers)), Mix(&numbers).work());
    }
}
