import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import type { CatalogFunction, CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import type { CatalogType, CatalogValue } from "../../contract/documents/catalog/catalog-values.ts";

/** Codes of the problems that declarations of a type most often meet, as its definition tells. */
export function likelyProblems(definition: CatalogResource | CatalogFunction): readonly ProblemCode[] {
  const inputs = definition.kind === "resource" ? definition.inputs : definition.arguments;
  const fields = inputs.flatMap(inside);
  const some = (test: (value: CatalogValue) => boolean) => fields.some(test);
  const codes: (ProblemCode | false)[] = [
    "missing-field",
    "unknown-field",
    "wrong-type",
    some((each) => textOf(each)?.maxLength !== undefined) && "value-too-long",
    some((each) => textOf(each)?.pattern !== undefined || textOf(each)?.rules !== undefined) && "value-malformed",
    some((each) => textOf(each)?.values !== undefined) && "value-not-allowed",
    some((each) => each.vendorLimits.length > 0) && "vendor-limit",
    some((each) => each.vendorRefusesUpdate === true) && "vendor-refuses-update",
    some((each) => each.precondition === true) && "precondition-failed",
    ...(definition.kind === "resource" ? resourceProblems(definition) : []),
    "not-found",
    "refused-by-platform",
  ];
  return codes.filter((code) => code !== false);
}

function resourceProblems(definition: CatalogResource): readonly (ProblemCode | false)[] {
  const { existence, softDelete, requiresProvider, noAutoNaming, onDestroy } = definition;
  return [
    noAutoNaming !== undefined && "no-auto-naming",
    requiresProvider !== undefined && "provider-level",
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
function inside(value: CatalogValue): readonly CatalogValue[] {
  return [value, ...below(value.type).flatMap(inside)];
}

function below(type: CatalogType): readonly CatalogValue[] {
  switch (type.kind) {
    case "union":
      return type.variants;
    case "list":
      return [type.items];
    case "map":
      return [type.values];
    case "object":
      return type.fields;
    default:
      return [];
  }
}

function textOf({ type }: CatalogValue): Extract<CatalogType, { readonly kind: "text" }> | undefined {
  return type.kind === "text" ? type : undefined;
}
