import type { VendorCase } from "./canaries.fixture.ts";

/** A declaration of one resource through a provider that leads somewhere. */
export function declarationOf(
  { kind, config, resource }: VendorCase,
  address: string,
  { key = "baseUrl", ref = "it" }: { readonly key?: "baseUrl" | "host"; readonly ref?: string } = {},
) {
  const text = JSON.stringify({
    name: "test",
    providers: { [ref]: { kind, ...config, [key]: address } },
    resources: { one: { ...resource, options: { provider: ref } } },
  });
  return { file: "plumb.yaml", config: {}, text };
}

/** What asks for a plan of a stack that is not there yet. */
export function planning(declaration: object) {
  return { kind: "apply", newStack: true, declaration };
}
