import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { classOfErrorCode, classOfStatus, type ErrorClass, errorInfoType, requestInfoType } from "./errors.ts";

/** The body of an error answer. The authentication layer sends `error_code` as a number: the HTTP status. */
export type ErrorEnvelope = {
  readonly error_code: string | number;
  readonly message: string;
  readonly details?: readonly JsonObject[];
};

/**
 * The class of an error answer: by `error_code` when it is one we know, otherwise by status.
 * Undefined where neither says anything (a proxy's status, for instance).
 */
export function errorClass(status: number, body: Json | undefined): ErrorClass | undefined {
  const code = errorCode(body);
  const byCode = typeof code === "number" ? classOfStatus.get(code) : classOfErrorCode.get(code ?? "");
  return byCode ?? classOfStatus.get(status);
}

/** The `error_code` as sent; undefined when the body has none. */
export function errorCode(body: Json | undefined): string | number | undefined {
  const code = isJsonObject(body) ? body["error_code"] : undefined;
  return typeof code === "string" || typeof code === "number" ? code : undefined;
}

/**
 * Whether a 404 says that the object is not there. Others are about the way there: another host, another workspace, a
 * proxy.
 */
export function saysAbsent(body: Json | undefined): boolean {
  const code = errorCode(body);
  return typeof code === "string" && classOfErrorCode.get(code) === "not-found";
}

/** The setting's present etag, which refused writes carry in the first ErrorInfo; null where there is none. */
export function freshEtag(body: Json | undefined): string | null {
  const details = isJsonObject(body) ? body["details"] : undefined;
  if (!Array.isArray(details)) return null;
  const info = (details as readonly Json[]).filter(isJsonObject).find((detail) => detail["@type"] === errorInfoType);
  const metadata = info?.["metadata"];
  const etag = isJsonObject(metadata) ? metadata["etag"] : undefined;
  return typeof etag === "string" && etag !== "" ? etag : null;
}

/** The id under which the vendor's support finds the call, where the details have it. */
export function requestIdIn(body: Json | undefined): string | null {
  const details = isJsonObject(body) ? body["details"] : undefined;
  if (!Array.isArray(details)) return null;
  const info = (details as readonly Json[]).filter(isJsonObject).find((detail) => detail["@type"] === requestInfoType);
  const id = info?.["request_id"];
  return typeof id === "string" && id !== "" ? id : null;
}

/** So many of the details' words are told at most. */
const mostWords = 10;

/** What the details say to people beside the message: fields that are wrong, rules that are broken, pages of help. */
export function detailWords(body: Json | undefined): readonly string[] {
  return objectsIn(isJsonObject(body) ? body["details"] : undefined)
    .flatMap((detail) => [
      ...objectsIn(detail["field_violations"]).flatMap((each) => described(each, "field")),
      ...objectsIn(detail["violations"]).flatMap((each) => described(each, "subject")),
      ...objectsIn(detail["links"]).flatMap(page),
    ])
    .slice(0, mostWords);
}

function described(violation: JsonObject, about: "field" | "subject"): readonly string[] {
  const { [about]: name, description } = violation;
  if (typeof description !== "string" || description === "") return [];
  return [typeof name === "string" && name !== "" ? `${name}: ${description}` : description];
}

/** Only what can be opened as it stands is shown. */
function page({ url, description }: JsonObject): readonly string[] {
  if (typeof url !== "string" || !/^https:\/\/[\w.-]+\/[\w./?=&%:#~+-]*$/.test(url)) return [];
  return [typeof description === "string" && description !== "" ? `${description}: ${url}` : `see ${url}`];
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
