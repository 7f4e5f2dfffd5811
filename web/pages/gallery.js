/** The gallery of diagrams, which the program of the diagrams draws. */

/** Shows the gallery in an element, for as long as the page exists. */
export async function open(parent, url) {
  // The module of the page's diagrams, so that they share one program.
  const { load } = await import(url("embed/mdp2048-diagram.js"));
  const { program } = await load();
  program.showGallery(parent);
}
