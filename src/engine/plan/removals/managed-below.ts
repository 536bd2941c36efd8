import type { CheckedDeclaration } from "../../check/checked-declaration.ts";

/**
 * The resources that addresses come to: themselves, and what a `get` or look-up among them leans on in its turn.
 * Addresses that nothing declares stand for themselves.
 */
export type ManagedBelow = (addresses: readonly string[]) => readonly string[];

export function managedBelow(checked: CheckedDeclaration | null): ManagedBelow {
  const below = new Map<string, readonly string[]>();
  const managed = (addresses: readonly string[]) =>
    addresses.some((address) => below.has(address))
      ? [...new Set(addresses.flatMap((address) => below.get(address) ?? address))]
      : addresses;
  // Each node stands after all that it needs.
  for (const node of checked?.nodes ?? []) if (node.kind !== "resource") below.set(node.address, managed(node.edges));
  return managed;
}
