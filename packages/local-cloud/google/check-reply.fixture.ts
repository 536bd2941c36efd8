import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { matchTemplate } from "../../base/path-template.ts";
import { answers, messages } from "./discovery.fixture.ts";

interface Answered {
  readonly method: string;
  /** Without leading slash and query. */
  readonly path: string;
  readonly status: number;
  /** Undefined where there is none. */
  readonly body: Json | undefined;
}

/** In what a reply differs from the vendor's schema for its method; fields that the schema does not know count too. */
export function replyComplaints(reply: Answered): readonly string[] {
  const message = messageOf(reply);
  return message === undefined || reply.body === undefined ? [] : complaints(reply.body, message, message);
}

/** The message that the vendor's documents give a method's good answer; undefined where they know no such method. */
export function goodAnswer(method: string, path: string): string | undefined {
  const known = Object.entries(answers).find(([route]) => {
    const [verb, template = ""] = route.split(" ");
    return verb === method && matchTemplate(template, path) !== undefined;
  });
  return known?.[1];
}

function messageOf({ method, path, status }: Answered): string | undefined {
  const good = goodAnswer(method, path);
  if (good === undefined || status < 400) return good;
  if (path.startsWith("compute/")) return "ComputeError";
  return path.startsWith("v1/projects/") ? "RpcError" : "OauthErrorResponse";
}

function complaints(value: Json, type: string, at: string): readonly string[] {
  if (type === "any") return [];
  if (type.startsWith("[")) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item: Json, index) => complaints(item, type.slice(1, -1), `${at}[${index}]`));
  }
  if (type.startsWith("{")) {
    if (!isJsonObject(value)) return [`${at} is no map`];
    return Object.entries(value).flatMap(([key, item]) => complaints(item, type.slice(1, -1), `${at}.${key}`));
  }
  const fields = messages[type];
  if (fields === undefined) return isOfType(value, type) ? [] : [`${at} is ${JSON.stringify(value)}, not ${type}`];
  return isJsonObject(value) ? messageComplaints(value, fields, at) : [`${at} is no object`];
}

function messageComplaints(value: JsonObject, fields: Readonly<Record<string, string>>, at: string): readonly string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const type = fields[name];
    return type === undefined ? [`${at} has no field ${name}`] : complaints(member, type, `${at}.${name}`);
  });
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "string":
    case "boolean":
      return typeof value === type;
    case "integer":
      return Number.isSafeInteger(value);
    case "int64":
      return typeof value === "string" && /^-?\d{1,20}$/.test(value);
    case "time":
      return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
    default:
      return type.split("|").includes(String(value));
  }
}
