//! A small PNG inside the address of an image: one byte a pixel, the number of a colour.
//!
//! The pixels are stored as they are: base64 is most of the price, and a compressor would be a
//! dependency.

use super::paint::Paint;

/// The address of an image of so many pixels across. There are at most 256 colours.
pub fn address(width: usize, palette: &[Paint], pixels: &[u8]) -> String {
    debug_assert!(palette.len() <= 256 && pixels.len().is_multiple_of(width));
    let big_endian = |number: usize| (number as u32).to_be_bytes();
    // Eight bits, colours by number; the only ways to compress, filter and interlace.
    let kind = [8, 3, 0, 0, 0];
    let head = [&big_endian(width)[..], &big_endian(pixels.len() / width), &kind].concat();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &head);
    chunk(&mut file, b"PLTE", palette.as_flattened());
    chunk(&mut file, b"IDAT", &stored(&lines(width, pixels)));
    chunk(&mut file, b"IEND", &[]);
    format!("data:image/png;base64,{}", base64(&file))
}

/// Each line with its filter, which changes nothing.
fn lines(width: usize, pixels: &[u8]) -> Vec<u8> {
    pixels.chunks(width).flat_map(|line| [0].into_iter().chain(line.iter().copied())).collect()
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    let named = [&name[..], content].concat();
    file.extend((content.len() as u32).to_be_bytes());
    file.extend(&named);
    file.extend(checksum(&named).to_be_bytes());
}

/// Bytes in the form of zlib, uncompressed.
fn stored(bytes: &[u8]) -> Vec<u8> {
    const LONGEST: usize = u16::MAX as usize;
    let mut text = vec![0x78, 0x01];
    let mut blocks = bytes.chunks(LONGEST).peekable();
    while let Some(block) = blocks.next() {
        let length = block.len() as u16;
        text.push(u8::from(blocks.peek().is_none()));
        text.extend(length.to_le_bytes());
        text.extend((!length).to_le_bytes());
        text.extend(block);
    }
    let (one, sum) = bytes.iter().fold((1_u32, 0_u32), |(one, sum), &byte| {
        let one = (one + u32::from(byte)) % 65_521;
        (one, (sum + one) % 65_521)
    });
    text.extend((sum << 16 | one).to_be_bytes());
    text
}

/// CRC-32.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |rest: u32| if rest & 1 == 1 { 0xedb8_8320 ^ (rest >> 1) } else { rest >> 1 };
    !bytes.iter().fold(u32::MAX, |rest, &byte| (0..8).fold(rest ^ u32::from(byte), |rest, _| step(rest)))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * at)) as usize & 63]);
            text.push(if at <= three.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_letters() {
        let texts = ["", "f", "fo", "foo", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYmFy"]);
    }

    #[test]
    fn checksums_are_the_known_ones() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(stored(b"Wikipedia")[16..], 0x11e6_0398_u32.to_be_bytes());
    }

    #[test]
    fn a_long_image_is_stored_in_blocks() {
        let text = stored(&[7; 70_000]);
        assert_eq!((text[2], &text[3..7]), (0, &[0xff, 0xff, 0, 0][..]));
        assert_eq!(text[2 + 5 + 65_535], 1, "the last block says so");
        assert_eq!(text.len(), 2 + 2 * 5 + 70_000 + 4);
    }
}
