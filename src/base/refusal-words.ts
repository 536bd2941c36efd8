/** Longest text of a platform that is shown on. */
const longestText = 500;

/** A text of a platform, as far as it is shown on. */
export function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** What a person can read of an answer that is no document: the text, or of a page what stands in its `<pre>`, else its title. */
export function wordsOfText(text: string): string {
  const page = /<pre>([\s\S]*?)<\/pre>/i.exec(text) ?? /<title>([\s\S]*?)<\/title>/i.exec(text);
  if (page === null && /^\s*</.test(text)) return "";
  const words = page === null ? text : (page[1] ?? "");
  return shortened(
    words
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim()
      .replace(/[ .]+$/, ""),
  );
}

/** Words with the ids under which the vendor's support finds the call; ids that are no plain ones are left out. */
export function withRequestIds(words: string, ids: readonly (string | null)[]): string {
  const plain = ids.filter((id) => id !== null && /^[\w.:;/+=-]{1,128}$/.test(id));
  const told = [...new Set(plain)];
  return told.length === 0 ? words : `${words} (request ${told.join(", ")})`;
}
