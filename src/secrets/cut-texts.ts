/** So much of a secret before or after a mark of shortening is a part of it; shorter, it may be any word. */
const leastMarked = 4;
/** The same at the end of a quotation or of the whole text, which bears no mark. */
const leastUnmarked = 12;

const mark = /\s*(?:\.{3}|…|[[(<]\s*(?:\.{3}|…|truncat|shorten|abbreviat|cut|snip|omit))/iy;
const markBackwards = /\s*(?:\.{3}|…|[\])>]\s*(?:\.{3}|…))/y;
const quotationEnd = /["'`”’»]|$/y;

/**
 * The texts that shortening a secret leaves: what it begins with, before a mark such as `...` or the end of a
 * quotation; and what it ends with, after a mark.
 */
export class CutTexts {
  readonly #begun: Sorted;
  readonly #ended: Sorted;

  constructor(forms: Iterable<string>) {
    const long = [...forms].filter((form) => form.length > leastMarked);
    this.#begun = sorted(long);
    this.#ended = sorted(long.map(backwards));
  }

  /** A text without any of them. */
  masked(text: string, mask: string): string {
    const leastBefore = (at: number) =>
      meets(mark, text, at) ? leastMarked : meets(quotationEnd, text, at) ? leastUnmarked : Number.POSITIVE_INFINITY;
    const half = without(text, this.#begun, leastBefore, mask);
    const turned = backwards(half);
    const leastAfter = (at: number) => (meets(markBackwards, turned, at) ? leastMarked : Number.POSITIVE_INFINITY);
    return backwards(without(turned, this.#ended, leastAfter, backwards(mask)));
  }
}

interface Sorted {
  readonly forms: readonly string[];
  readonly heads: ReadonlySet<string>;
}

function sorted(forms: readonly string[]): Sorted {
  return { forms: [...forms].sort(), heads: new Set(forms.map((form) => form.slice(0, leastMarked))) };
}

/** `leastAt`: how much of a secret must have been told before a place so that it is cut off there. */
function without(text: string, { forms, heads }: Sorted, leastAt: (at: number) => number, mask: string): string {
  let told = "";
  let from = 0;
  for (let at = 0; at + leastMarked <= text.length; at += 1) {
    if (!heads.has(text.slice(at, at + leastMarked))) continue;
    const count = longestBegin(text, at, forms);
    if (count < leastAt(at + count)) continue;
    told += text.slice(from, at) + mask;
    from = at + count;
    at = from - 1;
  }
  return told + text.slice(from);
}

/** How much of any of the sorted forms a text has from a place on: the nearest ones in their order have most of it. */
function longestBegin(text: string, at: number, forms: readonly string[]): number {
  const rest = text.slice(at);
  let [low, high] = [0, forms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((forms[middle] ?? "") < rest) low = middle + 1;
    else high = middle;
  }
  return Math.max(inCommon(forms[low - 1] ?? "", rest), inCommon(forms[low] ?? "", rest));
}

function inCommon(one: string, other: string): number {
  let count = 0;
  while (count < one.length && count < other.length && one.charCodeAt(count) === other.charCodeAt(count)) count += 1;
  return count;
}

function meets(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function backwards(text: string): string {
  let turned = "";
  for (let at = text.length - 1; at >= 0; at -= 1) turned += text[at];
  return turned;
}
