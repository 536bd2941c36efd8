/** Whether a line that was typed means yes; anything else means no. */
export function isYes(line: string): boolean {
  return /^\s*y(es)?\s*$/i.test(line);
}
