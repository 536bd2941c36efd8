import { digest } from "../../packages/base/digest.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { multipliedState } from "./large-stacks.ts";

/** An exported state that was made as large in one way as an import takes. */
interface HostileState {
  readonly name: string;
  readonly document: (exported: JsonObject) => JsonObject;
}

const names = (count: number, start: string) => Array.from({ length: count }, (_, index) => `${start}${index}`);
const long = (characters: number) => "x".repeat(characters);

function changed(document: JsonObject, change: JsonObject): JsonObject {
  const { digest: _, ...content } = { ...document, ...change };
  return { ...content, digest: digest(content) };
}

/** A state of so many records, each with something more. */
function each(exported: JsonObject, records: number, more: (index: number) => JsonObject): JsonObject {
  const document = multipliedState(exported, records);
  const list = document["records"] as readonly JsonObject[];
  return changed(document, { records: list.map((record, index) => ({ ...record, ...more(index) })) });
}

function outputs(exported: JsonObject, values: readonly (readonly [string, JsonObject[string]])[]): JsonObject {
  const [record] = exported["records"] as readonly JsonObject[];
  const key = `${String(record?.["uid"])}.${String(record?.["generation"])}`;
  const outputSources = Object.fromEntries(values.map(([name]) => [name, [key]]));
  return changed(exported, { outputs: Object.fromEntries(values), outputSources });
}

/** As large as `state-bounds.ts` has it, and some that keep to each bound and together fill the body. */
export const hostileStates: readonly HostileState[] = [
  {
    name: "10000 outputs",
    document: (of) =>
      outputs(
        of,
        names(10_000, "output").map((name) => [name, name]),
      ),
  },
  {
    name: "10000 outputs with long names",
    document: (of) =>
      outputs(
        of,
        names(10_000, long(90)).map((name) => [name, true]),
      ),
  },
  { name: "an output of 49 000 values", document: (of) => outputs(of, [["a", names(49_000, "value")]]) },
  { name: "an output of 2 MB", document: (of) => outputs(of, [["a", long(2_000_000)]]) },
  {
    name: "an output of 18 000 nested lists",
    document: (of) => outputs(of, [["a", Array.from({ length: 600 }, () => nested(30))]]),
  },
  { name: "a record with 10000 names", document: (of) => each(of, 1, () => ({ dependsOn: names(10_000, "r") })) },
  {
    name: "20 records with 10000 names each",
    document: (of) => each(of, 20, () => ({ dependsOn: names(10_000, "r") })),
  },
  {
    name: "40 records with 19 000 values each",
    document: (of) => each(of, 40, (index) => ({ outputs: { ...records(of, index), labels: names(18_900, "v") } })),
  },
  {
    name: "28 records of 1 MB each",
    document: (of) => each(of, 28, (index) => ({ outputs: { ...records(of, index), text: long(1_000_000) } })),
  },
  {
    name: "3000 records in a chain",
    document: (of) => each(of, 3_000, (index) => ({ dependsOn: index === 0 ? [] : [`r${index - 1}`] })),
  },
  {
    name: "config of 49 000 values",
    document: (of) => {
      const { context } = of as { readonly context: JsonObject };
      return changed(of, {
        context: {
          ...context,
          config: Object.fromEntries(names(16_000, "c").map((name) => [name, { kind: "plain", value: name }])),
        },
      });
    },
  },
];

function nested(depth: number): JsonObject[string] {
  return depth === 0 ? [] : [nested(depth - 1)];
}

/** What the record of that number shows already. */
function records(exported: JsonObject, index: number): JsonObject {
  const document = multipliedState(exported, index + 1);
  const record = (document["records"] as readonly JsonObject[])[index];
  return (record?.["outputs"] ?? {}) as JsonObject;
}
