import { onOneLine } from "../text/visible.ts";

/** Longest text of a platform that is shown on. */
const longestText = 500;

/** A text of a platform, as far as it is shown on: on one line, since what it repeats may be another hand's words. */
export function shortened(text: string): string {
  return onOneLine(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}

/** So much of a page is looked through: what is wrong with it must not cost time. */
const longestPage = 32_768;

/** Of a page, what is no word for people. */
const unread = /<!--[\s\S]*?-->|<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi;

/**
 * What a person can read of an answer that is no document: the text, or of a page what stands in its `<pre>`, else its
 * title, else all that it shows.
 */
export function wordsOfText(answer: string): string {
  const text = answer.slice(0, longestPage);
  const isPage = /^\s*</.test(text);
  const marked = [/<pre>([\s\S]*?)<\/pre>/i, /<title>([\s\S]*?)<\/title>/i].map((part) => part.exec(text)?.[1] ?? "");
  const shown = isPage ? text.replace(unread, " ") : text;
  return shortened([...marked, shown].map(withoutTags).find((words) => words !== "") ?? "");
}

function withoutTags(text: string): string {
  return text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[ .]+$/, "");
}

/** Words with the ids under which the vendor's support finds the call; ids that are no plain ones are left out. */
export function withRequestIds(words: string, ids: readonly (string | null)[]): string {
  const plain = ids.filter((id) => id !== null && /^[\w.:;/+=-]{1,128}$/.test(id));
  const told = [...new Set(plain)];
  return told.length === 0 ? words : `${words} (request ${told.join(", ")})`;
}
