import type { CheckedDeclaration, CheckedNode } from "../check/checked-declaration.ts";

/**
 * The resources that addresses come to: themselves, and what a `get` or look-up among them leans on in its turn. Addresses that
 * nothing declares stand for themselves.
 */
export type ManagedBelow = (addresses: readonly string[]) => readonly string[];

export function managedBelow(checked: CheckedDeclaration | null): ManagedBelow {
  const reads = new Map(
    (checked?.nodes ?? []).flatMap((node) => (node.kind === "resource" ? [] : [[node.address, node]])),
  );
  if (reads.size === 0) return (addresses) => addresses;
  const known = new Map<CheckedNode, readonly string[]>();
  const below = (address: string): readonly string[] => {
    const read = reads.get(address);
    if (read === undefined) return [address];
    const found = known.get(read) ?? read.edges.flatMap(below);
    known.set(read, found);
    return found;
  };
  return (addresses) =>
    addresses.some((address) => reads.has(address)) ? [...new Set(addresses.flatMap(below))] : addresses;
}
