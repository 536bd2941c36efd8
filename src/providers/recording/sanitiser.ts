import type { Fields } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { secretMask } from "../../../packages/base/text/secret-mask.ts";
import { Pseudonyms } from "./pseudonyms.ts";
import { isSecretName, partsOf, publicWords } from "./public-words.ts";

/** What stands where a secret was. */
const secretMark = "[secret]";

/**
 * Headers of answers whose values say nothing of anybody, and those that keep their structure only. All others are left
 * out.
 */
const plainHeaders = /^(retry-after|x-ms-retry-after-ms|retry-after-ms)$/;
const keptHeaders = /^(content-type|etag|location|date|x-ms-error-code|www-authenticate|x-ms-request-id|x-request-id)$/;

const moment = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?)?$/;
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const interfaceVersion = /^\d{4}-\d\d-\d\d(-preview)?$/;
const duration = /^(P(\d{1,4}[YMWD])*(T(\d{1,4}[HMS])+)?|\d{1,5}(\.\d{1,9})?s)$/;
/**
 * Fields and parameters whose numbers are the vendor's own, or ours, as long as they are as small as such numbers are.
 */
const plainNumbers =
  /^(version|format|seq|intentseq|attempt|epoch|generation|flags|totalsize|page_?size|optionsRequestedPolicyVersion)$/i;
const mostPlain = 999_999;
/** Statuses of HTTP, and codes of RPCs. */
const statusNumbers = /^(code|error_code|status)$/i;
const mostStatus = 599;
/** Fields that hold a sentence, or a word of the vendor's language. */
const texts =
  /^(message|detail|details|error_description|statusmessage|code|error_code|status|reason|error|title|why)$/i;

/** What is secret though it may be of published words: somebody has declared it so. */
export interface DeclaredSecrets {
  /** A text with `secretMask` for each that it holds. */
  readonly masked: (text: string) => string;
  /** Whether whatever a field of this name holds is one. */
  readonly isSecret: (name: string) => boolean;
}

const noSecrets: DeclaredSecrets = { masked: (text) => text, isSecret: () => false };

/**
 * Makes what a vendor was asked or answered fit to be shown: only words that are published stay (public-words). All
 * other words have pseudonyms, and values of secret fields leave a mark alone. The same word has the same pseudonym in
 * all that one sanitiser makes, so names in addresses, bodies and messages still fit each other.
 */
export class Sanitiser {
  readonly #pseudonyms: Pseudonyms;
  readonly #secrets: DeclaredSecrets;

  constructor(key: Uint8Array | Pseudonyms, secrets: DeclaredSecrets = noSecrets) {
    this.#pseudonyms = key instanceof Pseudonyms ? key : new Pseudonyms(key, (word) => publicWords().values.has(word));
    this.#secrets = secrets;
  }

  /** The same for what some work is asked and answered: its secrets leave a mark, whatever they look like. */
  without(secrets: DeclaredSecrets): Sanitiser {
    return new Sanitiser(this.#pseudonyms, secrets);
  }

  /** A path, decoded. */
  path(path: string): string {
    return path
      .split("/")
      .map((segment) => this.#value(decoded(segment)))
      .join("/");
  }

  query(parameters: URLSearchParams): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...parameters].map(([name, value]) => [
        this.#name(name),
        isSecretName(name) || this.#secrets.isSecret(name) ? secretMark : this.#given(value, name),
      ]),
    );
  }

  host(host: string): string {
    return this.#value(host);
  }

  headers(headers: Fields): Readonly<Record<string, string>> {
    const kept: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      if (plainHeaders.test(name) && (/^\d{1,7}(\.\d+)?$/.test(value) || httpDate.test(value))) kept[name] = value;
      else if (name === "date" && httpDate.test(value)) kept[name] = value;
      else if (keptHeaders.test(name)) kept[name] = this.#text(value);
    }
    return kept;
  }

  /** A body that is no JSON, or a message. */
  text(text: string): string {
    return this.#text(text);
  }

  document(value: Json): Json {
    return this.#json(value, "");
  }

  #json(value: Json, name: string): Json {
    if (typeof value === "string") return texts.test(name) ? this.#text(value) : this.#value(value);
    if (typeof value === "number") return this.#number(value, name);
    if (typeof value !== "object" || value === null) return value;
    if (!isJsonObject(value)) return (value as readonly Json[]).map((each) => this.#json(each, name));
    return this.#object(value);
  }

  #object(value: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.#name(name),
        isSecretName(name) || this.#secrets.isSecret(name)
          ? withoutSecrets(inner)
          : this.#json(inner, publicWords().names.has(name.toLowerCase()) ? name : ""),
      ]),
    );
  }

  /** The value of a parameter: a number as it is in a document. */
  #given(value: string, name: string): string {
    const isPlain = /^\d+$/.test(value) && isPlainNumber(Number(value), name) && this.#secrets.masked(value) === value;
    return isPlain ? value : this.#value(value);
  }

  #number(value: number, name: string): number | string {
    if (this.#secrets.masked(String(value)) !== String(value)) return secretMark;
    if (isPlainNumber(value, name)) return value;
    if (!Number.isInteger(value)) return Number(this.#pseudonyms.of("1234")) / 100;
    const made = Number(this.#pseudonyms.of(String(Math.abs(value))));
    return value < 0 ? -made : made;
  }

  /** An unknown name may be a value as well: a label's, for instance. */
  #name(name: string): string {
    const { names } = publicWords();
    if (names.has(name.toLowerCase())) return name;
    return this.#around(name, (part) => this.#pseudonyms.replace(part, () => false));
  }

  /** What is not secret of a text, made fit; a mark in place of what is. */
  #around(text: string, fit: (part: string) => string): string {
    return this.#secrets.masked(text).split(secretMask).map(fit).join(secretMark);
  }

  #value(value: string): string {
    return this.#around(value, (part) => this.#fitValue(part));
  }

  #text(text: string): string {
    return this.#around(text, (part) => this.#fitText(part));
  }

  #fitValue(value: string): string {
    if (moment.test(value) || interfaceVersion.test(value) || duration.test(value)) return value;
    const { values } = publicWords();
    return this.#pseudonyms.replace(value, (word) => values.has(word.toLowerCase()) || interfaceVersion.test(word));
  }

  #fitText(text: string): string {
    if (moment.test(text)) return text;
    const { texts: known } = publicWords();
    return this.#pseudonyms.replace(text, (word) => {
      if (known.has(word.toLowerCase()) || interfaceVersion.test(word)) return true;
      const parts = partsOf(word);
      return parts.length > 0 && parts.every((part) => known.has(part));
    });
  }
}

function isPlainNumber(value: number, name: string): boolean {
  if (value === 0 || value === 1) return true;
  if (statusNumbers.test(name)) return value >= 0 && value <= mostStatus;
  return plainNumbers.test(name) && value >= 0 && value <= mostPlain;
}

/** The same document, with a mark for every text and number in it. */
function withoutSecrets(value: Json): Json {
  if (typeof value === "boolean" || value === null || value === "") return value;
  return secretMark;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
