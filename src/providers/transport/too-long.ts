/** What is said of an answer with more bytes than were wanted, be it that it has them or unfolds to them. */
export function tooLong(mostBytes: number): Error {
  const mebibyte = 1024 * 1024;
  if (mostBytes < mebibyte) return new Error(`the answer has more than ${mostBytes} bytes`);
  return new Error(`the answer unfolds to more than ${Math.floor(mostBytes / mebibyte)} MiB`);
}
