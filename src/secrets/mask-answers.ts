import { type Exchange, type ExchangeResponse, isOk } from "../../packages/base/exchange/exchange.ts";
import { withAnswers } from "../../packages/base/exchange/exchange-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { parsedJson } from "../../packages/base/json/parsed-json.ts";
import type { SecretMasker } from "../engine/ports/secret-masker.ts";

/** Fields of an answer that programs read: they say nothing to people. */
const programHeaders = /^(retry-after|.*retry-after-ms|date|etag|content-type|location)$/;
/** Members that programs read. Where they hold a code, that is a word of the vendor's. */
const plainMembers = /^(@type|etag|retry_?delay)$/i;
const codeMembers = /^(code|error_?code|status|reason|domain|scimType|type)$/i;
const vendorsCode = /^[A-Za-z][A-Za-z_.]*$/;
/** Names that can be nothing but a vendor's. */
const plainName = /^[\w@$.-]+$/;

/** Members of an answer that tell of an error, and those that go with them. */
const errorMembers = ["error", "odata.error", "error_code"];
const wordsOfErrors = [...errorMembers, "message", "Message", "error_description", "detail", "details", "innererror"];
/** Whether a text may hold any of them. */
const mayTell = /"(?:odata\.)?error|"code"/;

/**
 * The same exchange, whose answers tell none of the secrets of the work that asks, wherever they speak to people: in a
 * refusal, and in the error of an operation that ended with one. That is done to the answer as it came, before anybody
 * shortens it or takes words out of it. What was asked for stays as it is: it is sealed by its place.
 */
export function maskAnswers(exchange: Exchange, maskerNow: () => SecretMasker | undefined): Exchange {
  return async (request) => {
    const masker = maskerNow();
    if (masker === undefined) return exchange(request);
    return withAnswers(exchange(request), async (response) => {
      if (isOk(response) && !mayTell.test(response.body)) return response;
      await masker.learn();
      return masker.isEmpty ? response : maskedResponse(response, masker);
    });
  };
}

function maskedResponse(response: ExchangeResponse, masker: SecretMasker): ExchangeResponse {
  const fields = Object.entries(response.headers).map(([name, value]) => [
    name,
    isOk(response) || programHeaders.test(name) || vendorsCode.test(value) ? value : masker.masked(value),
  ]);
  const body = maskedBody(response.body, isOk(response), masker);
  return { status: response.status, headers: Object.fromEntries(fields), body };
}

function maskedBody(text: string, isOk: boolean, masker: SecretMasker): string {
  const document = parsedJson(text);
  if (document === undefined) return isOk ? text : masker.masked(text);
  return JSON.stringify(isOk ? withErrorsMasked(document, masker) : maskedValue(document, masker));
}

function isOfError(document: JsonObject): boolean {
  return (
    errorMembers.some((name) => Object.hasOwn(document, name)) ||
    (typeof document["code"] === "string" && typeof document["message"] === "string")
  );
}

/** Only where an answer tells of an error it speaks to people. */
function withErrorsMasked(document: Json, masker: SecretMasker): Json {
  if (Array.isArray(document))
    return document.map((each: Json) => (isJsonObject(each) ? withErrorMasked(each, masker) : each));
  if (!isJsonObject(document)) return document;
  const { operations } = document;
  if (!Array.isArray(operations)) return withErrorMasked(document, masker);
  const told = operations.map((each: Json) => (isJsonObject(each) ? withErrorMasked(each, masker) : each));
  return { ...withErrorMasked(document, masker), operations: told };
}

function withErrorMasked(document: JsonObject, masker: SecretMasker): JsonObject {
  if (!isOfError(document)) return document;
  const members = Object.entries(document).map(([name, member]) => [
    name,
    wordsOfErrors.includes(name) ? maskedMember(name, member, masker) : member,
  ]);
  return Object.fromEntries(members);
}

function maskedValue(value: Json, masker: SecretMasker): Json {
  if (typeof value === "string") return masker.masked(value);
  if (Array.isArray(value)) return value.map((each: Json) => maskedValue(each, masker));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    plainName.test(name) ? name : masker.masked(name),
    maskedMember(name, member, masker),
  ]);
  return Object.fromEntries(members);
}

function maskedMember(name: string, member: Json, masker: SecretMasker): Json {
  if (typeof member !== "string") return maskedValue(member, masker);
  const isCode = codeMembers.test(name) && vendorsCode.test(member);
  return plainMembers.test(name) || isCode ? member : masker.masked(member);
}
