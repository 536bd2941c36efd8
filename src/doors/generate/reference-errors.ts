import type { ProblemCode } from "../../base/problem-codes.ts";
import type { FunctionDefinition, ResourceDefinition } from "../../definitions/schema/definition.ts";
import type { Schema, StringSchema } from "../../definitions/schema/schema.ts";

/** Codes of the problems that declarations of a type most often meet, as its definition tells. */
export function likelyProblems(definition: ResourceDefinition | FunctionDefinition): readonly ProblemCode[] {
  const inputs = definition.kind === "resource" ? definition.inputs : definition.arguments;
  const fields = inside(inputs);
  const some = (test: (schema: Schema) => boolean) => fields.some(test);
  const codes: (ProblemCode | false)[] = [
    "missing-field",
    "unknown-field",
    "wrong-type",
    some((each) => isText(each) && each.maxLength !== undefined) && "value-too-long",
    some((each) => isText(each) && (each.pattern !== undefined || each.allOf !== undefined)) && "value-malformed",
    some((each) => isText(each) && each.enum !== undefined) && "value-not-allowed",
    some((each) => each.vendorLimits !== undefined) && "vendor-limit",
    some((each) => each.vendorRefusesUpdate === true) && "vendor-refuses-update",
    some((each) => each.precondition === true) && "precondition-failed",
    ...(definition.kind === "resource" ? resourceProblems(definition) : []),
    "not-found",
    "refused-by-platform",
  ];
  return codes.filter((code) => code !== false);
}

function resourceProblems(definition: ResourceDefinition): readonly (ProblemCode | false)[] {
  const { existence, softDelete, requiresProvider, noAutoNaming, separateResources, onDestroy } = definition;
  return [
    noAutoNaming !== undefined && "no-auto-naming",
    requiresProvider !== undefined && "provider-level",
    separateResources !== undefined && "separate-resource",
    "invalid-id",
    "state-mismatch",
    existence === "created" && "already-exists",
    "claimed-twice",
    softDelete !== undefined && "identifier-reserved",
    softDelete !== undefined && "soft-deleted",
    existence === "part" && "bindings-lost",
    existence === "standing" && "takes-over",
    definition.strictness !== undefined && "widens-rights",
    onDestroy === "retain" && "only-forgotten",
  ];
}

/** All fields, however deep. */
function inside(schema: Schema): readonly Schema[] {
  if ("oneOf" in schema) return schema.oneOf.flatMap(inside);
  if (schema.type === "array") return [schema, ...inside(schema.items)];
  if (schema.type !== "object") return [schema];
  if ("properties" in schema) return [schema, ...Object.values(schema.properties).flatMap(inside)];
  return [schema, ...inside(schema.additionalProperties)];
}

function isText(schema: Schema): schema is StringSchema {
  return "type" in schema && schema.type === "string";
}
