import { getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";

/**
 * For every UTF-16 unit of a scalar's decoded value, and for its end, the place in the text it was written at.
 * Undefined where folding makes that inexact: folded blocks, and flow scalars of several lines.
 */
export function scalarOffsets(text: string, scalar: ScalarEvent): readonly number[] | undefined {
  const { valueStart, valueEnd, style } = scalar;
  if (valueStart < 0 || style === SCALAR_STYLE.FOLDED_BLOCK) return undefined;
  const source = text.slice(valueStart, valueEnd);
  if (style === SCALAR_STYLE.LITERAL_BLOCK) return literalOffsets(text, scalar, source);
  if (/[\n\r]/.test(source)) return undefined;
  const pattern =
    style === SCALAR_STYLE.SINGLE_QUOTED
      ? /''|./gs
      : style === SCALAR_STYLE.DOUBLE_QUOTED
        ? /\\(?:x.{2}|u.{4}|U.{8}|.)|./gs
        : /./gs;
  const offsets: number[] = [];
  for (const unit of source.matchAll(pattern)) {
    const at = valueStart + unit.index;
    offsets.push(at);
    // An escape beyond the first plane is two units.
    if (unit[0].startsWith("\\U") && Number.parseInt(unit[0].slice(2), 16) > 0xffff) offsets.push(at);
  }
  offsets.push(valueEnd);
  return fitting(text, scalar, offsets);
}

/** A literal block: each line without its indentation, each break one unit. */
function literalOffsets(text: string, scalar: ScalarEvent, source: string): readonly number[] | undefined {
  if (scalar.indent < 0) return undefined;
  const offsets: number[] = [];
  for (const line of source.matchAll(/([^\n\r]*)(\r\n|\n|\r|$)/g)) {
    const at = scalar.valueStart + line.index;
    const content = line[1] ?? "";
    for (let unit = scalar.indent; unit < content.length; unit += 1) offsets.push(at + unit);
    if (line[2] === "") break;
    offsets.push(at + content.length);
  }
  // Chomping keeps fewer breaks than are written.
  const length = getScalarValue(text, scalar).length;
  return offsets.length >= length ? [...offsets.slice(0, length), offsets[length] ?? scalar.valueEnd] : undefined;
}

function fitting(text: string, scalar: ScalarEvent, offsets: readonly number[]): readonly number[] | undefined {
  return offsets.length === getScalarValue(text, scalar).length + 1 ? offsets : undefined;
}
