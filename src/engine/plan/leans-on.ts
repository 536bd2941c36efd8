import type { CheckedDeclaration } from "../check/checked-declaration.ts";

/** Whether a node leans on another, directly or through others. */
export function leansOn(checked: CheckedDeclaration | null, address: string, on: string): boolean {
  const leaners = new Set([on]);
  // Each node stands after all that it needs.
  for (const node of checked?.nodes ?? []) if (node.edges.some((edge) => leaners.has(edge))) leaners.add(node.address);
  return leaners.has(address);
}
