import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import { type JobFieldType, jobFields } from "../../../vendor-wire/databricks/job-wire.ts";
import type { EmulatorContext, LocalReply } from "../../runtime/local-vendor.ts";
import { invalidParameter, malformedRequest } from "../replies.ts";

/**
 * The settings in a request, of the types that they are on the wire: numbers may come as texts of digits, nulls say
 * nothing, and fields that the platform does not know are passed over. What is of another type can't be parsed; what
 * can be and must not be so is an invalid parameter. Whom the job runs as and its permissions are left to others.
 */
export function readJobSettings(sent: JsonObject, context: EmulatorContext): Result<JsonObject, LocalReply> {
  const read: Record<string, Json> = {};
  for (const [name, { type, most }] of Object.entries(jobFields)) {
    const value = sent[name] ?? null;
    if (value === null) continue;
    const typed = typedAs(type, value);
    if (typed === undefined) {
      return err(malformedRequest(context, `Could not parse request object: ${name} must be ${inWords(type)}.`));
    }
    const complaint = complaintOf(type, typed, most);
    if (complaint !== undefined) return err(invalidParameter(context, `${name} ${complaint}.`));
    read[name] = typed;
  }
  return ok(read);
}

/** The value as that type; undefined where it is of another. */
function typedAs(type: JobFieldType, value: Json): Json | undefined {
  if (typeof type === "object") {
    if ("words" in type) return typeof value === "string" ? value : undefined;
    return Array.isArray(value) && value.every(isJsonObject) ? value : undefined;
  }
  switch (type) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "integer": {
      const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
      return Number.isSafeInteger(number) ? number : undefined;
    }
    case "object":
      return isJsonObject(value) ? value : undefined;
    case "texts by name":
      return isJsonObject(value) && Object.values(value).every((each) => typeof each === "string") ? value : undefined;
  }
}

function complaintOf(type: JobFieldType, value: Json, most = Number.POSITIVE_INFINITY): string | undefined {
  if (typeof value === "number") return value < 0 || value > most ? `must be from 0 to ${most}` : undefined;
  if (typeof type === "object" && "words" in type) {
    return type.words.some((word) => word === value) ? undefined : `must be one of ${type.words.join(", ")}`;
  }
  const size =
    typeof value === "string"
      ? Buffer.byteLength(value)
      : typeof value === "object"
        ? Object.keys(value ?? {}).length
        : 0;
  if (size > most) return `is longer than ${most}`;
  return typeof type === "object" && Array.isArray(value)
    ? complaintOfKeys(value as readonly Json[], type.keyed)
    : undefined;
}

function complaintOfKeys(elements: readonly Json[], keyed: string): string | undefined {
  const keys = elements.map((each) => (isJsonObject(each) ? each[keyed] : undefined));
  if (keys.some((key) => typeof key !== "string" || key === "")) return `must have a ${keyed} in every element`;
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  return twice === undefined ? undefined : `has the ${keyed} ${String(twice)} twice`;
}

function inWords(type: JobFieldType): string {
  if (typeof type !== "object")
    return {
      text: "a string",
      integer: "an integer",
      object: "an object",
      "texts by name": "a map of strings",
    }[type];
  return "words" in type ? "a string" : "a list of objects";
}
