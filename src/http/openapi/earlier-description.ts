import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";

/**
 * A description in OpenAPI 3.1 as one in 3.0, for generators that read no other: the same operations and schemas, in
 * the words that 3.0 has for them. What only 3.1 can say (a summary, the SPDX name of the license, all examples of a
 * schema but the first) is left out.
 */
export function earlierDescription(description: JsonObject): JsonObject & { readonly openapi: string } {
  const { info, ...rest } = description;
  const { summary: _, license, ...about } = objectIn(info);
  const { identifier: __, ...named } = objectIn(license);
  const content = objectIn(rewritten(rest));
  const components = objectIn(content["components"]);
  return {
    ...content,
    openapi: "3.0.3",
    info: { ...about, ...(license === undefined ? {} : { license: named }) },
    components: { ...components, schemas: eachOf(objectIn(components["schemas"]), earlierSchema) },
  };
}

/**
 * Everything but the named schemas: below `schema` stands one, and what an example holds is no part of the description.
 */
function rewritten(value: Json): Json {
  if (Array.isArray(value)) return value.map(rewritten);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]): [string, Json] => {
    if (name === "example" || name === "examples" || name === "schemas") return [name, member];
    return [name, name === "schema" ? earlierSchema(member) : rewritten(member)];
  });
  return Object.fromEntries(entries);
}

/** A schema in the words of 3.0. */
function earlierSchema(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const { $ref, type, const: only, examples, ...rest } = value;
  const kept = Object.entries(rest).map(([name, member]): [string, Json] => [name, memberOf(name, member)]);
  return {
    ...($ref === undefined ? {} : kept.length === 0 ? { $ref } : { allOf: [{ $ref }] }),
    ...typed(type),
    ...Object.fromEntries(kept),
    ...(only === undefined ? {} : { enum: [only] }),
    ...(Array.isArray(examples) && examples[0] !== undefined ? { example: examples[0] } : {}),
  };
}

function memberOf(name: string, member: Json): Json {
  if (name === "properties") return eachOf(objectIn(member), earlierSchema);
  if (name === "items" || name === "additionalProperties") return earlierSchema(member);
  if (name === "oneOf" || name === "anyOf" || name === "allOf")
    return Array.isArray(member) ? member.map(earlierSchema) : member;
  return member;
}

/** 3.0 knows one type, and says of null that it is possible besides. */
function typed(type: Json | undefined): JsonObject {
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const others = type.filter((each) => each !== "null");
  const [first] = others;
  return {
    ...(others.length === 1 && first !== undefined ? { type: first } : {}),
    ...(others.length > 1 ? { anyOf: others.map((each) => ({ type: each })) } : {}),
    ...(others.length < type.length ? { nullable: true } : {}),
  };
}

function eachOf(members: JsonObject, as: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, as(member)]));
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
