import type { Json } from "../../base/json.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { echoIdentity } from "../../definitions/schema/echo.ts";
import { idKey } from "../../definitions/schema/identity.ts";
import { fieldOf } from "../../definitions/schema/walk-value.ts";
import type { ResourceNode } from "../check/checked-declaration.ts";
import type { Desired } from "../check/desired.ts";
import type { PhysicalIdentity, RecordedOptions, RecordedProvider, ResourceRecord } from "../state/record.ts";
import type { Observed } from "../state/snapshot.ts";
import { fieldChanges } from "./differences.ts";
import type { FieldChange } from "./plan.ts";
import type { Planning } from "./planning.ts";

export type Present = Extract<Observed, { kind: "present" }>;

/** All that is known about one declared resource while its step is decided. */
export interface Case {
  readonly node: ResourceNode;
  readonly definition: ResourceDefinition;
  readonly provider: RecordedProvider;
  readonly desired: Desired;
  readonly planning: Planning;
  readonly options: RecordedOptions;
}

/** What differs between what is seen and what is wanted, in the declaration's own spelling. */
export function differences(
  { node, definition, desired }: Case,
  observed: Present,
  record: ResourceRecord | null,
  target: PhysicalIdentity,
): readonly FieldChange[] {
  const same = record === null || idKey(definition, record.identity.id) === idKey(definition, target.id);
  const seen = echoIdentity(definition, observed.outputs, same ? desired.shown : record.inputs);
  const wanted: Record<string, Json> = { ...desired.shown };
  for (const name of Object.keys(record?.inputs ?? {})) {
    const field = fieldOf(definition.inputs, name);
    if (wanted[name] === undefined && field?.precondition !== true) wanted[name] = null;
  }
  const ignored = new Set(node.options.ignoreChanges.map((path) => path.split(/[.[]/)[0] ?? path));
  for (const name of ignored) delete wanted[name];
  return fieldChanges({
    definition,
    seen,
    wanted,
    written: record?.inputs ?? null,
    declared: new Set(Object.keys(node.inputs)),
    replaceOnChanges: node.options.replaceOnChanges,
  });
}

/** False, after a complaint, when the place that the object is to move to is taken. */
export function isFree({ node, definition, planning }: Case, there: Observed, id: string): boolean {
  const place = { address: node.address, pointer: `/resources/${node.address}`, at: "key" as const };
  if (there.kind === "present" && there.deleted) {
    planning.complain(
      "identifier-reserved",
      `\`${id}\` is soft-deleted and stays reserved; choose another identifier`,
      place,
    );
  } else if (there.kind === "present" && definition.existence === "created") {
    planning.complain(
      "already-exists",
      `\`${id}\` exists and is not managed by this stack; choose another identifier`,
      place,
    );
  } else if (there.kind === "unreadable") {
    planning.complain("unreadable", `\`${id}\` can't be read: ${there.detail}`, place);
  } else return true;
  return false;
}

export function unreadable(
  { node, planning }: Case,
  observed: Extract<Observed, { kind: "unreadable" }>,
  id: string,
): void {
  planning.complain(
    observed.reason === "denied" ? "denied" : "unreadable",
    `\`${id}\` can't be read: ${observed.detail}`,
    {
      address: node.address,
      pointer: `/resources/${node.address}`,
      at: "key",
    },
  );
}

export function physical(identity: Extract<Desired["identity"], { kind: "known" }>): PhysicalIdentity {
  return { id: identity.id, claim: identity.claim, variables: identity.variables };
}
