import { isPlainObject } from "../json.ts";
import { ProgramError } from "../program-error.ts";
import { computedFrom, type Form, formOf, isPromise, type Known, promisedForm, resultOf, tracked } from "./form.ts";
import { referenceText } from "./reference-text.ts";
import { sourcesOf } from "./references.ts";

/** What a form comes to now. */
export function known(form: Form): Known {
  switch (form.kind) {
    case "data":
      return knownData(form.value, form.isSecret);
    case "reference":
      return form.to.known(form.path);
    case "template":
      return knownTemplate(form.parts);
    case "expression":
      return knownExpression(form.parts);
    case "later":
      return form;
    case "promised": {
      const result = resultOf(form.promise);
      return result === undefined ? form : known(result);
    }
  }
}

/** A value with all that is inside it. */
function knownData(data: unknown, isSecret: boolean): Known {
  const form = formOf(data);
  if (form !== undefined) {
    const found = known(form);
    return found.kind === "known" ? { ...found, isSecret: found.isSecret || isSecret } : found;
  }
  if (isPromise(data)) return known(promisedForm(data));
  if (!Array.isArray(data) && !isPlainObject(data)) return { kind: "known", value: data, isSecret };
  const entries = Object.entries(data).map(([key, value]) => [key, knownData(value, isSecret)] as const);
  const promised = entries.flatMap(([, each]) => (each.kind === "promised" ? [each.promise] : []));
  if (promised.length > 0) return onceAll(promised, { kind: "data", value: data, isSecret });
  const later = laterOf(entries.map(([, each]) => each));
  if (later !== undefined) return later;
  const values = entries.flatMap(([key, each]) => (each.kind === "known" ? [[key, each.value] as const] : []));
  return {
    kind: "known",
    value: Array.isArray(data) ? values.map(([, value]) => value) : Object.fromEntries(values),
    isSecret: isSecret || entries.some(([, each]) => each.kind === "known" && each.isSecret),
  };
}

/** The same form again, once all of the promises have a result. */
function onceAll(promised: readonly Promise<Form>[], form: Form): Known {
  return { kind: "promised", promise: tracked(Promise.all(promised).then(() => form)) };
}

/** What a form comes to when all that the program itself computes is there. */
export async function knownSoon(form: Form): Promise<Exclude<Known, { readonly kind: "promised" }>> {
  for (;;) {
    const found = known(form);
    if (found.kind !== "promised") return found;
    await found.promise;
  }
}

function knownTemplate(parts: readonly (string | Form)[]): Known {
  const found = parts.map(
    (part): Known => (typeof part === "string" ? { kind: "known", value: part, isSecret: false } : known(part)),
  );
  const promised = found.flatMap((each) => (each.kind === "promised" ? [each.promise] : []));
  if (promised.length > 0) return onceAll(promised, { kind: "template", parts });
  const later = laterOf(found);
  if (later !== undefined) return later;
  const values = found.flatMap((each) => (each.kind === "known" ? [each] : []));
  return {
    kind: "known",
    value: values.map((each) => textOf(each.value)).join(""),
    isSecret: values.some((each) => each.isSecret),
  };
}

/** Not known, where a part is not: an expression of plain text alone waits for nothing, and is not known either. */
function laterOf(parts: readonly Known[]): Known | undefined {
  const later = parts.filter((each) => each.kind === "later");
  return later.length === 0 ? undefined : { kind: "later", waits: unique(later.flatMap(({ waits }) => waits)) };
}

/** The platform computes it, even where all parts are known. */
function knownExpression(parts: readonly (string | Form)[]): Known {
  const found = parts.map((part): Known => {
    if (typeof part === "string") return { kind: "known", value: part, isSecret: false };
    if (part.kind !== "reference") return known(part);
    return { kind: "later", waits: [referenceText(part.to.space, part.to.name, part.path)] };
  });
  const promised = found.flatMap((each) => (each.kind === "promised" ? [each.promise] : []));
  if (promised.length > 0) return onceAll(promised, { kind: "expression", parts });
  return { kind: "later", waits: unique(found.flatMap((each) => (each.kind === "later" ? each.waits : []))) };
}

/** A plain value inside a text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** A form as a secret. */
export function secretForm(form: Form): Form {
  if (form.kind === "promised") return { ...form, promise: tracked(form.promise.then(secretForm)) };
  if (form.kind === "reference" && (form.to.isSecret(form.path) || form.to.seal(form.path))) return form;
  const found = known(form);
  if (found.kind === "promised")
    return { kind: "promised", promise: tracked(found.promise.then(() => secretForm(form))) };
  if (found.kind === "known")
    return computedFrom({ kind: "data", value: found.value, isSecret: true }, sourcesOf(form));
  if (form.kind === "later") return form;
  throw new ProgramError(
    "secret() takes a plain value or a field of a resource; what is computed from outputs is secret where they are",
  );
}
