/** The gallery of diagrams, which the program of the diagrams draws. */

/** Shows the gallery in an element, for as long as the page exists. */
export async function open(parent) {
  // The module of the page's diagrams, so that they share one program.
  const { load } = await import(new URL("../embed/mdp2048-diagram.js", import.meta.url).href);
  const { program } = await load();
  program.showGallery(parent);
}
