import { createHmac } from "node:crypto";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Everything that is not one of these belongs to a word, so that no unusual character passes through. */
const words = /[^\s/:@.?&=,;()"'[\]{}<>|!#$%^*+~`\\]+/gu;

const shortNumber = /^\d{1,4}$/;
/**
 * So often a number is drawn anew. By then all of its length are given: with a zero before it there are more words than
 * those.
 */
const mostDraws = 500;

/**
 * Pseudonyms under one key: the same word has the same one wherever it stands, and keeps its kind (UUID, number,
 * hexadecimal). What stands between words stays, so that a name keeps its structure and an address stays one. Letter
 * case does not tell words apart, since platforms differ in that.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;
  readonly #stays: (word: string) => boolean;
  /**
   * Short numbers that were met, and what was given for them: there are too few to leave it to chance that no two are
   * alike.
   */
  readonly #numbers = new Map<string, string>();
  readonly #given = new Set<string>();

  /**
   * Who keeps the key can try values; a recording's key lives as long as its process. `stays`: words that may stand as
   * they are elsewhere, so that no other one is told as them.
   */
  constructor(key: Uint8Array, stays: (word: string) => boolean) {
    this.#key = key;
    this.#stays = stays;
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
    if (shortNumber.test(word)) return this.#ofNumber(word);
    const made = ofKind(word, this.#drawn(word.toLowerCase()));
    return /[A-Z]/.test(word) && word === word.toUpperCase() ? made.toUpperCase() : made;
  }

  #ofNumber(word: string): string {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    let made = digits(this.#drawn(word), word.length);
    for (let draw = 1; draw < mostDraws && (this.#given.has(made) || this.#stays(made)); draw += 1)
      made = digits(this.#drawn(`${word} ${draw}`), word.length);
    this.#numbers.set(word, made);
    this.#given.add(made);
    return made;
  }

  #drawn(word: string): string {
    return createHmac("sha256", this.#key).update(word).digest("hex");
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
