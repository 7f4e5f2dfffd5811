/**
 * The bindings and the program in base64, in the variant of the element that is a single file;
 * `cargo xtask dist` writes them here.
 */
export const INLINE = undefined;
