import fc from "fast-check";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { declarationOf } from "./base-declarations.ts";

interface Resource {
  readonly kind: "resource";
  /** Changing it replaces the object. */
  readonly version: number;
  readonly isClient: boolean;
  readonly deleteFirst: boolean;
  readonly needs: readonly string[];
}
interface Reading {
  readonly kind: "read";
  readonly needs: readonly string[];
}
export type Graph = ReadonlyMap<string, Resource | Reading>;

/** All names that there may be. */
export const names = Array.from({ length: 6 }, (_, index) => `n${index}`);

/** A graph without cycles over some of the names: each node needs some of those before it. */
export const graphs: fc.Arbitrary<Graph> = fc.shuffledSubarray(names, { minLength: 2 }).chain((chosen) =>
  fc
    .tuple(
      ...chosen.map((_, index) =>
        fc.record({
          ...{ isRead: fc.nat(4).map((drawn) => drawn === 0), version: fc.constantFrom(1, 1, 2) },
          ...{ isClient: fc.nat(4).map((drawn) => drawn === 0), deleteFirst: fc.boolean() },
          needs: fc.subarray(chosen.slice(0, index)),
        }),
      ),
    )
    .map(
      (nodes) =>
        new Map(
          nodes.map(({ isRead, needs, ...rest }, index) => [
            chosen[index] ?? "",
            isRead ? { kind: "read", needs } : { kind: "resource", needs, ...rest },
          ]),
        ),
    ),
);

/** The last part of the id of the object that a resource stands for. */
export const objectOf = (name: string, { version, isClient }: Resource) =>
  `${isClient ? "client" : "attachment"}-${name}-${version}`;

/** A graph as a declaration, with outputs that read its resources. */
export function declaredGraph(graph: Graph): string {
  const resources = [...graph].map(([name, node]): readonly [string, JsonObject] => {
    const options = { dependsOn: node.needs };
    if (node.kind === "read")
      return [name, { type: "settings:RestrictWorkspaceAdmins", get: { id: "global" }, options }];
    const id = objectOf(name, node);
    const properties: JsonObject = node.isClient
      ? {
          ...{ oauthClientId: id, location: "global", allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"] },
          allowedRedirectUris: ["https://portal.acme.example/callback"],
          allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
        }
      : { endpointAttachmentId: id, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" };
    const type = node.isClient ? "iam:OAuthClient" : "connectors:EndpointAttachment";
    return [name, { type, properties, options: { ...options, deleteBeforeReplace: node.deleteFirst } }];
  });
  const made = [...graph].flatMap(([name, { kind }]) => (kind === "resource" ? [`\${${name}.id}`] : []));
  const outputs = { ...Object.fromEntries(made.map((id, index) => [`id${index}`, id])), all: made.join(" ") };
  return declarationOf(Object.fromEntries(resources), { outputs });
}

/** All names that a node needs in any way. */
export function allBelow(name: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  for (const need of graph.get(name)?.needs ?? []) {
    found.add(need);
    for (const each of allBelow(need, graph)) found.add(each);
  }
  return found;
}
