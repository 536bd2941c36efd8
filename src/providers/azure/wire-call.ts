import { type Exchange, type ExchangeResponse, isOk } from "../../../packages/base/exchange/exchange.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import { withRequestIds } from "../../../packages/base/problems/refusal-words.ts";
import {
  clientRequestIdHeader,
  errorCodeHeader,
  requestIdHeaders,
} from "../../../packages/vendor-wire/azure/answer-headers.ts";
import { refusalOfFailure } from "../../engine/ports/not-sent.ts";
import { type Refusal, unclearAnswer } from "../../engine/ports/outcome.ts";
import { refusalOf } from "./error-meaning.ts";
import { parseError } from "./parsed-error.ts";

interface WireRequest {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly url: string;
  readonly body?: JsonObject;
  /** Our own id of the call. */
  readonly id?: string | undefined;
  /** Refused with 412 where something stands there already. */
  readonly isNew?: boolean;
}

export type WireAnswer =
  /** The platform did it; `body` is undefined where it sent none. */
  | { readonly kind: "answer"; readonly status: number; readonly body: JsonObject | undefined }
  /**
   * `unsupported`: it has not built this method for this type, whatever the content. `status`: null where none came.
   */
  | {
      readonly kind: "refusal";
      readonly refusal: Refusal;
      readonly unsupported: boolean;
      readonly status: number | null;
    };

/** One call: sends, reads the answer, translates a refusal. Never throws for what the network or the platform did. */
export async function wireCall(exchange: Exchange, request: WireRequest): Promise<WireAnswer> {
  const { method, url, body, id, isNew = false } = request;
  const reads = method === "GET";
  if (!URL.canParse(url)) {
    return refused({ kind: "invalid", detail: `the provider's baseUrl is not a URL: ${url}`, code: null });
  }
  let response: ExchangeResponse;
  try {
    response = await exchange({
      method,
      url,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(id === undefined ? {} : { [clientRequestIdHeader]: id }),
        ...(isNew ? { "if-none-match": "*" } : {}),
      },
      body: body === undefined ? "" : JSON.stringify(body),
    });
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    return refused(refusalOfFailure(cause, reads));
  }
  const { status, headers, body: text } = response;
  const parsed = parsedJson(text);
  const headerCode = headers[errorCodeHeader] ?? null;
  if (!isOk(response)) {
    const error = parseError(parsed, headerCode, text);
    return {
      kind: "refusal",
      refusal: refusalOf(response, error, reads),
      unsupported: isUnsupported(status, error.code),
      status,
    };
  }
  // None of the types here is written in the background; if one ever is, only a read can tell how it ended.
  if (status === 202 && !reads)
    return refused({ kind: "unknown", detail: "the platform accepted the call and did not say how it ended" });
  if (isJsonObject(parsed) && isError(parsed)) {
    const { code, message } = parseError(parsed, headerCode, text);
    const ids = requestIdHeaders.map((name) => headers[name] ?? null);
    const said = `the platform answered ${status} with an error: ${[code, message].filter(Boolean).join(": ")}`;
    return refused(unclearAnswer(withRequestIds(said, ids), reads));
  }
  if (isJsonObject(parsed)) return { kind: "answer", status, body: parsed };
  if (!reads && text === "") return { kind: "answer", status, body: undefined };
  // A login page, for instance, also comes with 200.
  const detail = `the platform's answer (${status}) is not the JSON object that was due`;
  return refused(unclearAnswer(detail, reads));
}

/** What an object or a list has, and an error has not. */
const ofContents = ["id", "name", "properties", "value"];

/** Whether a body tells of an error, in an envelope or without one, and holds nothing that was asked for. */
function isError(body: JsonObject): boolean {
  if (ofContents.some((name) => Object.hasOwn(body, name))) return false;
  const isTold = (name: string) => isJsonObject(body[name]) || isText(body[name]);
  return ["error", "odata.error"].some(isTold) || (isText(body["code"]) && isText(body["message"]));
}

function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "";
}

/** Structural, since the texts vary: the method is not routed, or is refused without any error code. */
function isUnsupported(status: number, code: string | null): boolean {
  return status === 405 || (status === 400 && code === null);
}

function refused(refusal: Refusal): WireAnswer {
  return { kind: "refusal", refusal, unsupported: false, status: null };
}
