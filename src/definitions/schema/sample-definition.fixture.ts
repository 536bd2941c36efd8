import type { ResourceDefinition } from "./definition.ts";
import type { ObjectSchema } from "./schema.ts";

/** A schema with one field of every sort, for the tests of this room. */
export const everySort: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 3, maxLength: 5 },
    kind: { type: "string", enum: ["round", "square"] },
    slug: {
      type: "string",
      allOf: [
        { pattern: "^[a-z-]*$", description: "may hold only small letters and hyphens" },
        { pattern: "^(?!-)", description: "must not start with a hyphen" },
      ],
      vendorLimits: [
        { pattern: "^(?!own-)", says: "own- is theirs" },
        { maxLength: 4, says: "at most four" },
      ],
    },
    color: { type: "string", equality: "ignore-case", vendorLimits: [{ values: ["red"], says: "only red" }] },
    rule: { type: "string", format: "cel" },
    on: { type: "boolean", absentMeans: false },
    count: { type: "integer", minimum: 1, maximum: 9 },
    tag: { type: "string", precondition: true },
    steps: { type: "array", minItems: 1, maxItems: 3, items: { type: "string", format: "cel" } },
    words: { type: "array", unordered: true, items: { type: "string" } },
    people: {
      type: "array",
      unordered: true,
      itemKey: "id",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["id"],
        properties: { id: { type: "string" }, age: { type: "integer" } },
      },
    },
    labels: {
      type: "object",
      additionalProperties: { type: "string" },
      vendorLimits: [
        { maxProperties: 2, says: "two labels" },
        { keyPattern: "^[a-z]+$", says: "small keys" },
      ],
    },
    box: {
      type: "object",
      additionalProperties: false,
      required: ["title"],
      properties: {
        title: { type: "string" },
        note: { type: "string", absentMeans: "" },
        inner: { type: "object", additionalProperties: false, properties: { deep: { type: "integer" } } },
      },
    },
    shape: {
      discriminator: { propertyName: "form" },
      oneOf: [
        {
          type: "object",
          additionalProperties: false,
          required: ["form"],
          properties: { form: { type: "string", enum: ["circle"] }, size: { type: "integer" } },
        },
        {
          type: "object",
          additionalProperties: false,
          required: ["form"],
          properties: {
            form: { type: "string", enum: ["label"] },
            size: { type: "string" },
            text: { type: "string" },
          },
        },
      ],
    },
  },
};

/** A definition with all kinds of identity sources. */
export const plant: ResourceDefinition = {
  kind: "resource",
  type: "garden:Plant",
  title: "Plant",
  description: "A plant in a bed.",
  section: "0",
  provider: "garden",
  versions: { default: "1", others: [] },
  inputs: {
    type: "object",
    additionalProperties: false,
    properties: {
      bed: { type: "string" },
      label: { type: "string", default: { from: "composed", format: "{kind}_{number}" } },
      kindId: { type: "string" },
      numberId: { type: "string" },
      state: { type: "object", additionalProperties: false, properties: { title: { type: "string" } } },
    },
  },
  outputs: { type: "object", additionalProperties: false, properties: { height: { type: "integer" } } },
  responses: {
    state: {
      type: "object",
      additionalProperties: false,
      properties: { title: { type: "string" }, since: { type: "string" } },
    },
  },
  identity: {
    variables: {
      owner: [{ provider: "owner", constant: true }],
      garden: [{ input: "bed", template: "gardens/{garden}/beds/{bed}", variable: "garden" }, { provider: "garden" }],
      bed: [{ input: "bed", template: "gardens/{garden}/beds/{bed}", variable: "bed" }, { input: "bed" }],
      label: [{ input: "label" }],
      kind: [
        { input: "label", template: "{kind}_{number}", variable: "kind" },
        { input: "kindId", take: "last-segment" },
      ],
      number: [
        { input: "label", template: "{kind}_{number}", variable: "number" },
        { input: "numberId", take: "without-leading-slashes" },
      ],
      title: [{ input: "state.title" }],
    },
    formats: [
      "/{owner}/gardens/{garden}/beds/{bed}/plants/{label} {+title}",
      "/{owner}/gardens/{garden}/beds/{bed}/plants/{label}",
    ],
    claim: "gardens/{garden}/beds/{bed}",
    ignoreCase: true,
    imports: [
      { template: "/{owner}/gardens/{garden}/beds/{bed}/plants/{label} {+title}", source: "ours" },
      { template: "/{owner}/gardens/{garden}/beds/{bed}/plants/{label}", source: "ours" },
      { template: "{bed}/{label}", source: "ours" },
    ],
  },
  existence: "created",
  onDestroy: "delete",
};
