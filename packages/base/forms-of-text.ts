/** From so many characters on a text is told from others by its base64. */
const leastInBase64 = 6;

/** The forms in which answers repeat a text: as it is, as in JSON, in a URL, a form, HTML or base64. */
export function formsOfText(text: string): readonly string[] {
  const escaped = uriForm(text);
  return [
    ...new Set([
      text,
      escaped,
      escaped.replace(/%../g, (each) => each.toLowerCase()),
      new URLSearchParams({ "": text }).toString().slice(1),
      JSON.stringify(text).slice(1, -1),
      text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
      ...(text.length < leastInBase64 ? [] : [Buffer.from(text).toString("base64").replace(/=+$/, "")]),
    ]),
  ];
}

/** Half a character of two can't be written in a URL. */
function uriForm(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
