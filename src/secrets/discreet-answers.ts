import { type Exchange, type ExchangeResponse, isOk } from "../../packages/base/exchange/exchange.ts";
import { withAnswers } from "../../packages/base/exchange/exchange-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { parsedJson } from "../../packages/base/json/parsed-json.ts";
import type { Hush } from "../engine/ports/hush.ts";

/** Fields of an answer that programs read: they say nothing to people. */
const plainHeaders = /^(retry-after|.*retry-after-ms|date|etag|content-type|location)$/;
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
export function discreetAnswers(exchange: Exchange, hushNow: () => Hush | undefined): Exchange {
  return async (request) => {
    const hush = hushNow();
    if (hush === undefined) return exchange(request);
    return withAnswers(exchange(request), async (response) => {
      if (isOk(response) && !mayTell.test(response.body)) return response;
      await hush.learn();
      return hush.isEmpty ? response : discreet(response, hush);
    });
  };
}

function discreet(response: ExchangeResponse, hush: Hush): ExchangeResponse {
  const fields = Object.entries(response.headers).map(([name, value]) => [
    name,
    isOk(response) || plainHeaders.test(name) || vendorsCode.test(value) ? value : hush.masked(value),
  ]);
  const body = discreetText(response.body, isOk(response), hush);
  return { status: response.status, headers: Object.fromEntries(fields), body };
}

function discreetText(text: string, isOk: boolean, hush: Hush): string {
  const document = parsedJson(text);
  if (document === undefined) return isOk ? text : hush.masked(text);
  return JSON.stringify(isOk ? withErrorsStruck(document, hush) : struck(document, hush));
}

function isOfError(document: JsonObject): boolean {
  return (
    errorMembers.some((name) => Object.hasOwn(document, name)) ||
    (typeof document["code"] === "string" && typeof document["message"] === "string")
  );
}

/** Only where an answer tells of an error it speaks to people. */
function withErrorsStruck(document: Json, hush: Hush): Json {
  if (Array.isArray(document)) return document.map((each: Json) => (isJsonObject(each) ? ofErrors(each, hush) : each));
  if (!isJsonObject(document)) return document;
  const { operations } = document;
  if (!Array.isArray(operations)) return ofErrors(document, hush);
  const told = operations.map((each: Json) => (isJsonObject(each) ? ofErrors(each, hush) : each));
  return { ...ofErrors(document, hush), operations: told };
}

function ofErrors(document: JsonObject, hush: Hush): JsonObject {
  if (!isOfError(document)) return document;
  const members = Object.entries(document).map(([name, member]) => [
    name,
    wordsOfErrors.includes(name) ? struckMember(name, member, hush) : member,
  ]);
  return Object.fromEntries(members);
}

function struck(value: Json, hush: Hush): Json {
  if (typeof value === "string") return hush.masked(value);
  if (Array.isArray(value)) return value.map((each: Json) => struck(each, hush));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    plainName.test(name) ? name : hush.masked(name),
    struckMember(name, member, hush),
  ]);
  return Object.fromEntries(members);
}

function struckMember(name: string, member: Json, hush: Hush): Json {
  if (typeof member !== "string") return struck(member, hush);
  const isCode = codeMembers.test(name) && vendorsCode.test(member);
  return plainMembers.test(name) || isCode ? member : hush.masked(member);
}
