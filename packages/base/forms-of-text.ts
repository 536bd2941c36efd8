/** From so many bytes on a text is told from others by its base64 or its hex. */
const leastEncoded = 6;

/**
 * The forms in which answers repeat a text: as it is, composed or decomposed, as in JSON, Python, a URL, a form, HTML,
 * hex or base64, also as a part of a longer text in base64.
 */
export function formsOfText(text: string): readonly string[] {
  const isPlain = /^[\0-\x7f]*$/.test(text);
  const spellings = isPlain ? [text] : [text, text.normalize("NFC"), text.normalize("NFD")];
  return [...new Set(spellings.flatMap(formsOfSpelling))];
}

function formsOfSpelling(text: string): readonly string[] {
  const escaped = uriForm(text);
  const bytes = Buffer.from(text);
  return [
    text,
    escaped,
    escaped.replace(/%../g, (each) => each.toLowerCase()),
    new URLSearchParams({ "": text }).toString().slice(1),
    ...jsonForms(text),
    pythonForm(text),
    ...htmlForms(text),
    ...(bytes.length < leastEncoded ? [] : [...base64Forms(bytes), ...hexForms(bytes)]),
  ];
}

/** By itself; and within a longer text, where three bytes are four characters, by where it begins in its three. */
function base64Forms(bytes: Buffer): readonly string[] {
  const within = [0, 1, 2].map((before) => {
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(Math.ceil((before * 8) / 6), end);
  });
  return [bytes.toString("base64").replace(/=+$/, ""), ...within].flatMap((form) => [
    form,
    form.replaceAll("+", "-").replaceAll("/", "_"),
  ]);
}

function hexForms(bytes: Buffer): readonly string[] {
  const form = bytes.toString("hex");
  return [form, form.toUpperCase()];
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
