import { pathSegment } from "../../../../src/definitions/resources/path-segment.ts";
import type { ResourceDefinition } from "../../../../src/definitions/schema/definition.ts";

const placed = "locations/{location}/keys/{keyName}";
const everywhere = "keys/{keyName}";

const example = `name: signing

providers:
  northwind: { kind: northwind }

resources:
  invoices:
    type: keys:SigningKey
    properties:
      keyName: invoices
      note: Signs invoices

outputs:
  material: \${invoices.material}
`;

/**
 * What the seven have not, each by a word that the language has: a deletion of two calls (`beforeDelete`), a secret
 * that the server makes (`secret`), an id that it chooses (an output; the name identifies), and a location that may be
 * left out (two formats).
 */
export const signingKey: ResourceDefinition = {
  kind: "resource",
  type: "keys:SigningKey",
  title: "Signing key",
  description: "A key that documents are signed with.",
  section: "test/example-vendor",
  provider: "northwind",
  versions: { default: "v1", others: [] },
  inputs: {
    type: "object",
    additionalProperties: false,
    required: ["keyName"],
    properties: {
      keyName: {
        type: "string",
        replace: true,
        description: "Name of the key, unique in its location.",
        minLength: 3,
        maxLength: 40,
        allOf: pathSegment,
      },
      location: {
        type: "string",
        replace: true,
        description: "Where the key is kept; everywhere when left out.",
        allOf: pathSegment,
      },
      note: { type: "string", description: "What the key is for.", maxLength: 200, absentMeans: "" },
      retired: {
        type: "boolean",
        description: "Marks the key: it signs nothing any more, and may be purged.",
        absentMeans: false,
      },
    },
  },
  outputs: {
    type: "object",
    additionalProperties: false,
    properties: {
      createTime: { type: "string", format: "date-time", immutable: true, description: "When the key was made." },
      id: { type: "string", description: "Id under which the key can be imported." },
      keyId: {
        type: "string",
        immutable: true,
        description: "The id that the server chose, by which its calls name the key.",
      },
      material: { type: "string", secret: true, immutable: true, description: "What is signed with." },
    },
  },
  identity: {
    variables: { keyName: [{ input: "keyName" }], location: [{ input: "location" }] },
    formats: [placed, everywhere],
    imports: [
      { template: placed, source: "ours" },
      { template: everywhere, source: "ours" },
    ],
  },
  existence: "created",
  onDestroy: "delete",
  beforeDelete: { retired: true },
  createdAt: "createTime",
  permissions: {
    read: ["keys.read"],
    write: ["keys.write", "keys.purge"],
    source: "test/example-vendor/northwind/wire",
  },
  examples: [example],
};
