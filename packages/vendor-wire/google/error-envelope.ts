import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { type DetailWords, wordsOfDetails } from "./error-words.ts";
import { type RpcCode, rpcCodes } from "./rpc-codes.ts";

/** One field that a request got wrong (google.rpc.BadRequest). */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

const detailTypes = {
  errorInfo: "type.googleapis.com/google.rpc.ErrorInfo",
  badRequest: "type.googleapis.com/google.rpc.BadRequest",
  requestInfo: "type.googleapis.com/google.rpc.RequestInfo",
  retryInfo: "type.googleapis.com/google.rpc.RetryInfo",
} as const;

/** Pages of the console, which switch an API on. */
const consolePage = /^https:\/\/console\.(developers|cloud)\.google\.com\/[\w./?=&%:-]*$/;
/** What can stand in a command as it is. */
const plainName = /^[\w./:-]+$/;

export function errorInfo(reason: string, domain: string, metadata: Readonly<Record<string, string>>): JsonObject {
  return { "@type": detailTypes.errorInfo, reason, domain, metadata };
}

export function badRequest(violations: readonly FieldViolation[]): JsonObject {
  return { "@type": detailTypes.badRequest, fieldViolations: violations.map((each) => ({ ...each })) };
}

/** Error body of IAM and Connectors. */
export function rpcErrorBody(code: RpcCode, message: string, details: readonly JsonObject[] = []): JsonObject {
  return {
    error: {
      code: rpcCodes[code].http,
      message,
      status: code,
      ...(details.length === 0 ? {} : { details }),
    },
  };
}

/** Error body of Compute: the legacy list; `status` and `details` only where the request could not be parsed. */
export function computeErrorBody(
  http: number,
  reason: string,
  message: string,
  parsed?: { readonly status: RpcCode; readonly details: readonly JsonObject[] },
): JsonObject {
  return { error: { code: http, message, errors: [{ message, domain: "global", reason }], ...parsed } };
}

/**
 * Of an error with the reason `SERVICE_DISABLED`. Source: google.rpc.ErrorInfo and Help, as the vendor's front end
 * fills them.
 */
export interface DisabledService {
  /** E.g. `iam.googleapis.com`. */
  readonly service: string;
  /** E.g. `projects/123`; null where it is not told. */
  readonly consumer: string | null;
  /** The page that switches it on; null where it is not told, or leads to another site than the vendor's console. */
  readonly activationUrl: string | null;
}

/** What an error says in a form that programs can use; everything is optional on the wire. */
export interface WireError {
  readonly message: string | null;
  readonly status: string | null;
  /** Reasons of all ErrorInfo details and of the legacy list. */
  readonly reasons: readonly string[];
  readonly retryDelayMs: number | null;
  /** The API that the project has not switched on. */
  readonly disabled: DisabledService | null;
  /** What its details say to people beside the message. */
  readonly words: readonly DetailWords[];
  /** Under which the vendor's support finds the call. */
  readonly requestId: string | null;
  /** The right that the caller lacks; of Compute it stands in the words only. */
  readonly permission: string | null;
}

/**
 * Reads an error body of either style, also in a list, as methods that stream answer, and the `error` of OAuth, which
 * is a word with a description. Undefined or foreign bodies give an empty error.
 */
export function readErrorBody(body: Json | undefined): WireError {
  const answer: Json | undefined = Array.isArray(body) ? body[0] : body;
  if (!isJsonObject(answer)) return readStatus({});
  const { error, error_description: description } = answer;
  if (typeof error === "string")
    return readStatus({ message: typeof description === "string" ? `${error}: ${description}` : error });
  return readStatus(isJsonObject(error) ? error : {});
}

/** Reads a google.rpc.Status, also one inside an operation. */
export function readStatus(status: JsonObject): WireError {
  const details = objects(status["details"]);
  const reasons = [...details, ...objects(status["errors"])].flatMap((each) =>
    typeof each["reason"] === "string" ? [each["reason"]] : [],
  );
  const delay = details.find((each) => each["@type"] === detailTypes.retryInfo)?.["retryDelay"];
  const requestId = details.find((each) => each["@type"] === detailTypes.requestInfo)?.["requestId"];
  const missing = details.flatMap(({ metadata }) => (isJsonObject(metadata) ? [metadata["permission"]] : []));
  const words = typeof status["message"] === "string" ? status["message"] : "";
  const permission =
    missing.find((each) => typeof each === "string") ?? /^Required '([\w.]+)' permission/.exec(words)?.[1];
  const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
  return {
    message: typeof status["message"] === "string" ? status["message"] : null,
    status: typeof status["status"] === "string" ? status["status"] : null,
    reasons,
    retryDelayMs: seconds === undefined ? null : Math.ceil(Number(seconds) * 1000),
    disabled: disabledService(details),
    words: wordsOfDetails(details),
    requestId: typeof requestId === "string" ? requestId : null,
    permission: permission ?? null,
  };
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function disabledService(details: readonly JsonObject[]): DisabledService | null {
  const metadata = details.find(({ reason }) => reason === "SERVICE_DISABLED")?.["metadata"];
  if (!isJsonObject(metadata) || typeof metadata["service"] !== "string" || !plainName.test(metadata["service"]))
    return null;
  const { service, consumer } = metadata;
  const links = details.flatMap((each) => objects(each["links"])).map(({ url }) => url);
  const url = [metadata["activationUrl"], ...links].find((each) => typeof each === "string" && consolePage.test(each));
  return {
    service,
    consumer: typeof consumer === "string" && plainName.test(consumer) ? consumer : null,
    activationUrl: typeof url === "string" ? url : null,
  };
}
