import { isJsonObject, type Json } from "./json.ts";

/** Appends segments to an RFC 6901 JSON pointer. The root is the empty string. */
export function pointer(base: string, ...segments: readonly (string | number)[]): string {
  let path = base;
  for (let index = 0; index < segments.length; index += 1) path += `/${escaped(segments[index] ?? "")}`;
  return path;
}

/** The pointer of a path whose segments are parted by dots. */
export function dottedPointer(path: string): string {
  return pointer("", ...path.split("."));
}

function escaped(segment: string | number): string | number {
  if (typeof segment === "number") return segment;
  const isPlain = !segment.includes("~") && !segment.includes("/");
  return isPlain ? segment : segment.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The segments of a pointer, unescaped. */
export function pointerSegments(text: string): readonly string[] {
  const segments = text.split("/");
  segments.shift();
  return text.includes("~") ? segments.map((each) => each.replaceAll("~1", "/").replaceAll("~0", "~")) : segments;
}

/** The value a pointer leads to, or undefined where there is none. */
export function valueAt(value: Json | undefined, text: string): Json | undefined {
  return pointerSegments(text).reduce<Json | undefined>((current, segment) => {
    if (Array.isArray(current)) return current[Number(segment)];
    return isJsonObject(current) && Object.hasOwn(current, segment) ? current[segment] : undefined;
  }, value);
}
