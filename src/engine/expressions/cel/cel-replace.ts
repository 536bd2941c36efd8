import type { CelFunc, CelScalar, celMethod } from "@bufbuild/cel";
import { charactersOfStep, type Effort } from "../effort.ts";

/** The library's own parts for a method of ours. */
interface CelLibrary {
  readonly celMethod: typeof celMethod;
  readonly CelScalar: typeof CelScalar;
}

/**
 * `replace` as the CEL string extension defines it, in the place of the library's, whose time grows with the square of
 * the text. What it makes is counted before it is made.
 */
export function replaceMethods({ celMethod, CelScalar }: CelLibrary, current: () => Effort): readonly CelFunc[] {
  const { STRING, INT } = CelScalar;
  const replace = (text: string, sought: string, other: string, most: number) => {
    const parts = partsOf(text, sought, most);
    current().spend((text.length + parts.length * (other.length + 1)) / charactersOfStep);
    return parts.join(other);
  };
  return [
    celMethod("replace", STRING, [STRING, STRING], STRING, function (sought, other) {
      return replace(this, sought, other, Number.POSITIVE_INFINITY);
    }),
    celMethod("replace", STRING, [STRING, STRING, INT], STRING, function (sought, other, count) {
      return replace(this, sought, other, count < 0n ? Number.POSITIVE_INFINITY : Number(count));
    }),
  ];
}

/** The text without the first `most` places of what is sought. */
function partsOf(text: string, sought: string, most: number): readonly string[] {
  const all = sought === "" ? ["", ...text, ""] : text.split(sought);
  if (all.length - 1 <= most) return all;
  return [...all.slice(0, most), all.slice(most).join(sought)];
}
