// Shows the code of each example beside it: the HTML of the example itself, before any script has
// changed it.
for (const live of document.querySelectorAll(".live")) {
  const lines = live.innerHTML.replace(/=""/g, "").replace(/&amp;/g, "&").split("\n");
  const texts = lines.filter((line) => line.trim());
  const indent = Math.min(...texts.map((line) => line.search(/\S/)));
  const code = document.createElement("pre");
  code.append(...coloured(texts.map((line) => line.slice(indent).trimEnd()).join("\n")));
  live.before(code);
}

/** The text with the names of elements and attributes, and the values, in colours. */
function coloured(text) {
  return text.split(/("[^"]*"|<\/?[\w-]+|\s[\w-]+(?==))/).map((part, at) => {
    if (at % 2 === 0) return part;
    const span = document.createElement("span");
    span.className = part.startsWith('"') ? "value" : "name";
    span.textContent = part;
    return span;
  });
}
