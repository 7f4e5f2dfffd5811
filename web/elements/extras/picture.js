/** Pictures that readers share: an SVG file, drawn as a PNG file. */

/** The pixels of the PNG file for each pixel of the drawing. */
const RESOLUTION = 2;

/** The largest width or height in pixels. Some browsers fail on larger canvases. */
const MOST = 8000;

/** Resolves to an SVG file, which states its size, as a PNG file. */
export async function png(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    const resolution = Math.min(RESOLUTION, MOST / Math.max(width, height));
    canvas.width = resolution * width;
    canvas.height = resolution * height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("this browser draws no pictures");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Saves a picture as a PNG file. */
export async function savePicture(svg, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await png(svg));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
