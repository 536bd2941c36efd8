import type { ExchangeResponse } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";

/** The code with which an answer refuses; undefined where it does not, or names none. */
export function answeredCode({ status, body }: ExchangeResponse): string | undefined {
  if (status < 400 || typeof body !== "string") return undefined;
  const document = parsedJson(body);
  if (!isJsonObject(document)) return undefined;
  const { error, error_code: code } = document;
  if (typeof code === "string") return code;
  if (typeof error === "string") return error;
  if (!isJsonObject(error)) return undefined;
  // Compute tells its own reason beside the number of the status, IAM and Connectors a status, Azure a code.
  return textOf(reasonOf(error["errors"])) ?? textOf(error["code"]) ?? textOf(error["status"]);
}

function reasonOf(errors: Json | undefined): Json | undefined {
  const [first] = Array.isArray(errors) ? (errors as readonly Json[]) : [];
  return isJsonObject(first) ? first["reason"] : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
