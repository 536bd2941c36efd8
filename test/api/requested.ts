import type { Asked } from "./access-requests.ts";
import type { DescribedOperation } from "./witness.ts";

/** The path of an operation with its values; the project is `test` unless they say otherwise. */
export function pathOf({ path }: Pick<DescribedOperation, "path">, values: Asked["path"] = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === "project" ? (values[name] ?? "test") : values[name];
    if (value === undefined) throw new Error(`${path} needs a ${name}`);
    return encodeURIComponent(value);
  });
}
