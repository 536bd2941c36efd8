/** From so many characters on a text is told from others by its base64. */
const leastInBase64 = 6;

/** The forms in which answers repeat a text: as it is, as in JSON, Python, a URL, a form, HTML or base64. */
export function formsOfText(text: string): readonly string[] {
  const escaped = uriForm(text);
  return [
    ...new Set([
      text,
      escaped,
      escaped.replace(/%../g, (each) => each.toLowerCase()),
      new URLSearchParams({ "": text }).toString().slice(1),
      ...jsonForms(text),
      pythonForm(text),
      ...htmlForms(text),
      ...(text.length < leastInBase64 ? [] : [Buffer.from(text).toString("base64").replace(/=+$/, "")]),
    ]),
  ];
}

/** As it is, of ASCII alone, and with what HTML would read escaped. */
function jsonForms(text: string): readonly string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  const escaped = (pattern: RegExp) => plain.replace(pattern, unicodeEscape);
  return [plain, escaped(/[\u0080-\uffff]/g), escaped(/[<>&]/g)];
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", "'": "\\'" };

/** Python escapes an apostrophe only where it can't quote the text otherwise. */
function pythonForm(text: string): string {
  const special = text.includes('"') ? /[\p{Cc}\\']/gu : /[\p{Cc}\\]/gu;
  return text.replace(special, (each) => named[each] ?? `\\x${each.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** Quotation marks have several names. */
function htmlForms(text: string): readonly string[] {
  const bare = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return ["'", "&#39;", "&#x27;", "&apos;"].flatMap((apostrophe) =>
    ["&quot;", "&#34;"].map((quote) => bare.replaceAll("'", apostrophe).replaceAll('"', quote)),
  );
}

/** Half a character of two can't be written in a URL. */
function uriForm(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
