import { digest } from "../../../base/digest.ts";

/** The guid that belongs to these texts: the same texts give the same guid, for ever (layout of a name-based guid). */
export function guidOf(texts: readonly string[]): string {
  const hex = digest([...texts]).slice("sha256:".length);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
