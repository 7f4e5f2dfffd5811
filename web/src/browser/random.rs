//! Random numbers of the browser, for new seeds.

use web_sys::window;

/// Returns a random 32-bit word, or 0 in a browser without a random source.
pub fn random_word() -> u32 {
    let mut bytes = [0; 4];
    let crypto = window().and_then(|window| window.crypto().ok());
    if let Some(crypto) = crypto {
        // On failure the bytes stay 0, which is a valid seed too.
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    u32::from_le_bytes(bytes)
}
