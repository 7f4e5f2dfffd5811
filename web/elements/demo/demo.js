// Shows the code of each example beside it: the HTML of the example itself, before any script has
// changed it.

/** The number of characters that fit into a line of code. */
const WIDTH = 46;

for (const live of document.querySelectorAll(".live")) {
  const source = live.innerHTML.replace(/=""/g, "").replace(/&amp;/g, "&").split("\n");
  const texts = source.filter((line) => line.trim());
  const indent = Math.min(...texts.map((line) => line.search(/\S/)));
  const lines = texts.flatMap((line) => wrapped(line.slice(indent).trimEnd()));
  const code = document.createElement("pre");
  code.append(...coloured(lines.join("\n")));
  live.before(code);
}

/** A line of code as one or several lines. Only lines that begin with a tag are broken. */
function wrapped(line) {
  const indent = line.match(/^ */)[0];
  if (line.length <= WIDTH || line[indent.length] !== "<") return [line];
  const [first, ...parts] = line.match(/([^\s"]|"[^"]*")+/g);
  const lines = [indent + first];
  for (const part of parts) {
    if (lines.at(-1).length + part.length < WIDTH) lines.push(`${lines.pop()} ${part}`);
    else lines.push(`${indent}  ${part}`);
  }
  return lines;
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
