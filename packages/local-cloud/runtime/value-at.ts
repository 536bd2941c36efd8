import { isJsonObject, type Json } from "../../base/json/json.ts";

/**
 * A body with another value in one place; undefined takes the place away. Objects on the way are made where there are
 * none, an index behind the last item adds one.
 */
export function withValueAt(
  body: Json | undefined,
  path: readonly string[],
  value: Json | undefined,
): Json | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) return value;
  if (Array.isArray(body)) {
    const items: readonly Json[] = body;
    const index = Number(segment);
    const item = withValueAt(items[index], rest, value);
    const after = items.slice(index + 1);
    return [...items.slice(0, index), ...(item === undefined ? [] : [item]), ...after];
  }
  const { [segment]: old, ...others } = isJsonObject(body) ? body : {};
  const member = withValueAt(old, rest, value);
  return member === undefined ? others : { ...others, [segment]: member };
}
