/** Where the element's files are. */

/** Returns the URL of a file in the folder of the element's modules. */
export const url = (file) => new URL(file, import.meta.url).href;
