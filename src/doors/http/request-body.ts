import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { DeclarationText } from "../api/documents.ts";

/** A request that does not have the shape of its route. */
export class BadRequest extends Error {
  override readonly name = "BadRequest";
}

/** Reads one field of a body; undefined refuses the value. */
export type FieldReader<T> = (value: Json | undefined) => T | undefined;

/** The JSON object that a request carries. */
export class RequestBody {
  readonly #fields: JsonObject;

  private constructor(fields: JsonObject) {
    this.#fields = fields;
  }

  static async read(request: Request): Promise<RequestBody> {
    let parsed: unknown;
    try {
      parsed = JSON.parse(await request.text());
    } catch {
      throw new BadRequest("the body is not JSON");
    }
    if (!isJsonObject(parsed)) throw new BadRequest("the body must be a JSON object");
    return new RequestBody(parsed);
  }

  /** A body, or a part of one. */
  static of(fields: JsonObject): RequestBody {
    return new RequestBody(fields);
  }

  take<T>(name: string, reader: FieldReader<T>): T {
    const value = reader(this.#fields[name]);
    if (value === undefined) throw new BadRequest(`\`${name}\` is missing or has the wrong type`);
    return value;
  }

  /** The body as a whole is a declaration. */
  declaration(): DeclarationText {
    const whole = declarationAt(this.#fields);
    if (whole === undefined || whole === null) throw new BadRequest("`file`, `text` and `config` are needed");
    return whole;
  }
}

export const text: FieldReader<string> = (value) => (typeof value === "string" && value !== "" ? value : undefined);

export const optionalText: FieldReader<string | null> = (value) =>
  value === undefined || value === null ? null : text(value);

export const values: FieldReader<JsonObject> = (value) =>
  value === undefined ? {} : isJsonObject(value) ? value : undefined;

/** A list of parts that are read like bodies; null where there is none. */
export const requestBodies: FieldReader<readonly RequestBody[] | null> = (value) => {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return undefined;
  const parts = value.filter(isJsonObject);
  return parts.length === value.length ? parts.map((each) => RequestBody.of(each)) : undefined;
};

export function flag(otherwise: boolean): FieldReader<boolean> {
  return (value) => (value === undefined ? otherwise : typeof value === "boolean" ? value : undefined);
}

/** A number of at least one. */
export function wholeNumber(otherwise: number): FieldReader<number> {
  return (value) =>
    value === undefined
      ? otherwise
      : typeof value === "number" && Number.isInteger(value) && value >= 1
        ? value
        : undefined;
}

export const declarationAt: FieldReader<DeclarationText | null> = (value) => {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) return undefined;
  const { file, text: content, config } = value;
  const given = config ?? {};
  if (typeof file !== "string" || typeof content !== "string" || !isJsonObject(given)) return undefined;
  return { file, text: content, config: given };
};
