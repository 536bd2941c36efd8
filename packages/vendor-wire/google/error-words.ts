import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { shortened } from "../../base/problems/refusal-words.ts";

/** Types of the details that are words for people. Source: googleapis/googleapis, google/rpc/error_details.proto. */
const wordyTypes = {
  badRequest: "type.googleapis.com/google.rpc.BadRequest",
  localized: "type.googleapis.com/google.rpc.LocalizedMessage",
  help: "type.googleapis.com/google.rpc.Help",
  precondition: "type.googleapis.com/google.rpc.PreconditionFailure",
  quota: "type.googleapis.com/google.rpc.QuotaFailure",
} as const;

/** What a detail says; `about`: the field or page that it is about. */
export interface DetailWords {
  readonly text: string;
  readonly about?: { readonly field: string } | { readonly page: string };
}

/** So many of them are told at most. */
const mostOfEach = 10;

/**
 * What the details of an error say to people beside its message: which fields are wrong, the same in the caller's
 * language, and pages of help. In the vendor's words; they decide nothing.
 */
export function wordsOfDetails(details: readonly JsonObject[]): readonly DetailWords[] {
  return details.flatMap((detail): readonly DetailWords[] => {
    switch (detail["@type"]) {
      case wordyTypes.badRequest:
        return objectsIn(detail["fieldViolations"]).flatMap(violation);
      case wordyTypes.precondition:
      case wordyTypes.quota:
        return objectsIn(detail["violations"]).flatMap(broken);
      case wordyTypes.localized:
        return typeof detail["message"] === "string" ? [{ text: shortened(detail["message"]) }] : [];
      case wordyTypes.help:
        return objectsIn(detail["links"]).flatMap(link);
      default:
        return [];
    }
  });
}

function violation({ field, description }: JsonObject): readonly DetailWords[] {
  if (typeof description !== "string" || description === "") return [];
  const text = shortened(description);
  return [typeof field === "string" && field !== "" ? { text, about: { field: asDeclared(field) } } : { text }];
}

/** A rule that was broken, after what it is about. */
function broken({ subject, description }: JsonObject): readonly DetailWords[] {
  if (typeof description !== "string" || description === "") return [];
  const about = typeof subject === "string" && subject !== "" ? `${subject}: ` : "";
  return [{ text: shortened(`${about}${description}`) }];
}

/** A field as declarations name it: the wire names the message around it, and writes with underscores. */
function asDeclared(field: string): string {
  const [message = "", ...below] = shortened(field).split(".");
  const path = below.length === 0 ? [message] : below;
  return path.map((name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())).join(".");
}

/** A page of help; only what can be opened as it stands is shown. */
function link({ description, url }: JsonObject): readonly DetailWords[] {
  if (typeof url !== "string" || !/^https:\/\/[\w.-]+\/[\w./?=&%:#~+-]*$/.test(url)) return [];
  return [{ text: typeof description === "string" ? shortened(description) : "", about: { page: url } }];
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject).slice(0, mostOfEach) : [];
}
