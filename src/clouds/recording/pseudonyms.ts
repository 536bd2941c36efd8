import { createHmac } from "node:crypto";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Everything that is not one of these belongs to a word, so that no unusual character passes through. */
const words = /[^\s/:@.?&=,;()"'[\]{}<>|!#$%^*+~`\\]+/gu;

/**
 * Pseudonyms under one key: the same word has the same one wherever it stands, and keeps its kind (UUID, number, hexadecimal).
 * What stands between words stays, so that a name keeps its structure and an address stays one. Letter case does not tell words
 * apart, since platforms differ in that.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;

  /** Who keeps the key can try values; a recording's key lives as long as its process. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** A text in which every word that is not public is replaced. Words that `_` joins are replaced one by one. */
  replace(text: string, isPublic: (word: string) => boolean): string {
    return text.replace(words, (word) => {
      if (/^[-_]+$/.test(word) || isPublic(word)) return word;
      return word
        .split("_")
        .map((part) => (part === "" || /^-+$/.test(part) || isPublic(part) ? part : this.of(part)))
        .join("_");
    });
  }

  /** The pseudonym of one word. */
  of(word: string): string {
    const hex = createHmac("sha256", this.#key).update(word.toLowerCase()).digest("hex");
    const made = ofKind(word, hex);
    return /[A-Z]/.test(word) && word === word.toUpperCase() ? made.toUpperCase() : made;
  }
}

function ofKind(word: string, hex: string): string {
  if (uuid.test(word)) {
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join("-");
  }
  if (/^\d+$/.test(word)) return digits(hex, word.length);
  if (word.length >= 16 && /^[0-9a-f]+$/i.test(word)) return hex.slice(0, Math.min(word.length, hex.length));
  return `p${BigInt(`0x${hex.slice(0, 16)}`)
    .toString(36)
    .padStart(9, "0")
    .slice(-9)}`;
}

/** A number of as many digits, at most 15, so that JSON keeps it exactly. */
function digits(hex: string, length: number): string {
  const drawn = BigInt(`0x${hex}`).toString().padStart(16, "7");
  return `${1 + (Number(drawn.at(-1)) % 9)}${drawn.slice(1, Math.min(length, 15))}`;
}
