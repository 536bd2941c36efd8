import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { ProviderProperties } from "../../../contract/documents/objects.ts";
import { Rejection } from "../../rejection.ts";

/** Logical name of the one object of a stack of its own. */
export const itsName = "object";

/** One object, or none, and one provider, or none, as a declaration: what is checked is the same as ever. */
export function directText({
  ref,
  provider,
  resource,
}: {
  readonly ref: string;
  readonly provider: ProviderProperties | null;
  readonly resource: { readonly type: string; readonly properties: JsonObject; readonly options: JsonObject } | null;
}): DeclarationText {
  const options = provider === null ? {} : { provider: ref };
  const declaration = {
    name: "direct",
    ...(provider === null ? {} : { providers: { [ref]: verbatim(provider) } }),
    ...(resource === null
      ? {}
      : {
          resources: {
            [itsName]: {
              type: resource.type,
              properties: verbatim(resource.properties),
              options: { ...resource.options, ...options },
            },
          },
        }),
  };
  return { file: "", text: JSON.stringify(declaration), config: {} };
}

/** What a caller gives is data, never an expression. */
function verbatim(value: Json): Json {
  if (typeof value === "string") return value.replaceAll("${", () => "$${");
  if (Array.isArray(value)) return value.map((item: Json) => verbatim(item));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, verbatim(member)]));
}

/** Problems of such a declaration where they stand in the request: its `properties`, `options` and `provider`. */
export function inRequest(problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ code, severity, detail, pointer, at, hint, fix }) => {
    const place = pointer
      ?.replace(/^\/resources\/object(?=\/|$)/, "")
      .replace(/^\/providers\/[^/]+(?=\/|$)/, "/provider");
    return { ...problem(code, detail, { pointer: place === "" ? undefined : place, at, hint, fix }), severity };
  });
}

/** Gives what work gives; a Rejection of it speaks of places in the request. */
export async function placed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof Rejection) throw new Rejection(cause.reason, inRequest(cause.problems));
    throw cause;
  }
}

/** The same where the request is the provider itself. */
export async function atProvider<T>(work: Promise<T>): Promise<T> {
  try {
    return await placed(work);
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
    const problems = cause.problems.map((each) => {
      const { pointer, ...rest } = each;
      const place = pointer?.replace(/^\/provider(?=\/|$)/, "");
      return place === undefined || place === "" ? rest : { ...rest, pointer: place };
    });
    throw new Rejection(cause.reason, problems);
  }
}
