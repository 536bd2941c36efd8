/** A longer line is not seen whole beside another one. */
export const mostColumns = 120;

/** A word without a space that is at least so long is a URL, a path or a regular expression, and stays whole. */
const wholeWord = 80;

/** The numbers of the lines that are too long, from 1 on. */
export function longLines(text: string): readonly number[] {
  return text.split("\n").flatMap((line, index) => (line.length > mostColumns && !isExcused(line) ? [index + 1] : []));
}

function isExcused(line: string): boolean {
  const text = line.trim();
  const isRegularExpression = /^\/[^/*].*\/[a-z]*[;,]?$/.test(text);
  // The formatter leaves the title of a test in the line of its call, so that its body is not indented twice.
  const isTitle = /^(test|describe)\S*\($|^(test|describe)[^"'`]*\(["'`]|^\}?\]\)\(["'`]/.test(text);
  return isRegularExpression || isTitle || text.split(/\s+/).some((word) => word.length >= wholeWord);
}
