import { defineSearchAttributeKey, TypedSearchAttributes } from "@temporalio/common";
import type { KeptRun } from "../src/service/background/kept-runs/run-repository.ts";

/** By what runs are found in Temporal. A namespace must know them before the first run: docs/many-machines.md. */
export const searchAttributes = {
  project: defineSearchAttributeKey("PlumbProject", "KEYWORD"),
  stack: defineSearchAttributeKey("PlumbStack", "KEYWORD"),
  kind: defineSearchAttributeKey("PlumbKind", "KEYWORD"),
  who: defineSearchAttributeKey("PlumbWho", "KEYWORD"),
} as const;

export function attributesOf({ document: { stack, kind = "apply", caller } }: KeptRun): TypedSearchAttributes {
  const [project = ""] = stack.split("/");
  return new TypedSearchAttributes([
    { key: searchAttributes.project, value: project },
    { key: searchAttributes.stack, value: stack },
    { key: searchAttributes.kind, value: kind },
    { key: searchAttributes.who, value: caller.name },
  ]);
}
