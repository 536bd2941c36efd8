import { isIPv6 } from "node:net";

/** Eight words of an IPv6 address. */
type Words = readonly number[];

/**
 * The IPv4 addresses that a packet to this IPv6 address may end at; none where it is an address of its own. Sources:
 * RFC 4291 (compatible, mapped), RFC 2765 (translated), RFC 6052 and 8215 (DNS64: the prefix that all share, and that
 * of a network, where any of the lengths may be meant), RFC 3056 (6to4), RFC 4380 (Teredo: its server and its client).
 * A network's own prefix that is none of these can't be told from other addresses.
 */
export function embeddedAddresses(address: string): readonly string[] {
  if (!isIPv6(address)) return [];
  const words = wordsOf(address);
  const [first = 0, second = 0, third = 0] = words;
  const last = dotted(bytesOf(words).slice(12));
  const isZero = (from: number, to: number) => words.slice(from, to).every((each) => each === 0);
  if (isZero(0, 5) && words[5] === 0xffff) return [last];
  if (isZero(0, 4) && words[4] === 0xffff && words[5] === 0) return [last];
  // Unspecified and loopback are no IPv4 addresses.
  if (isZero(0, 6)) return isZero(6, 7) && (words[7] ?? 0) <= 1 ? [] : [last];
  if (first === 0x64 && second === 0xff9b && isZero(2, 6)) return [last];
  if (first === 0x64 && second === 0xff9b && third === 1) return anyLength(bytesOf(words));
  if (first === 0x2002) return [dotted(bytesOf(words).slice(2, 6))];
  if (first === 0x2001 && second === 0) {
    const bytes = bytesOf(words);
    return [dotted(bytes.slice(4, 8)), dotted(bytes.slice(12).map((each) => 255 - each))];
  }
  return [];
}

/**
 * The bytes that hold an IPv4 address behind a prefix of 48, 56, 64 and 96 bits; byte 8 is none of them (RFC 6052,
 * 2.2).
 */
const places = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [12, 13, 14, 15],
] as const;

/**
 * What each length of the prefix would mean; what begins with zero is the space beside the right one, unless all do.
 */
function anyLength(bytes: readonly number[]): readonly string[] {
  const all = places.map((place) => place.map((at) => bytes[at] ?? 0));
  const meant = all.filter(([first]) => first !== 0);
  return (meant.length > 0 ? meant : all).map(dotted);
}

function wordsOf(address: string): Words {
  const bare = address.replace(/%.*$/, "").replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = "", tail] = bare.split("::");
  const parsed = (text: string) => (text === "" ? [] : text.split(":").map((each) => Number.parseInt(each, 16)));
  if (tail === undefined) return parsed(head);
  const [before, after] = [parsed(head), parsed(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function bytesOf(words: Words): readonly number[] {
  return words.flatMap((each) => [each >> 8, each & 255]);
}

function dotted(bytes: readonly number[]): string {
  return bytes.join(".");
}
