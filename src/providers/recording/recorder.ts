import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Exchange, ExchangeRequest, ExchangeResponse } from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import { plainKey } from "../../definitions/schema/value.ts";
import type { CallUnderWay } from "../../engine/ports/secret-masker.ts";
import { isKeptFolder } from "../../files/kept-folder.ts";
import { makeFile } from "../../files/make-file.ts";
import { exchangeLine, type Heard } from "./exchange-line.ts";
import type { RecordedLine } from "./recorded-line.ts";
import { type DeclaredSecrets, Sanitiser } from "./sanitiser.ts";

export interface RecorderOptions {
  /** Where recordings lie; made when missing, and used only where no other user can put anything there. */
  readonly folder: string;
  /** Of this recording: a folder in that one. */
  readonly id: string;
  /** Of the pseudonyms; random, and kept nowhere. */
  readonly key: Uint8Array;
  readonly about: { readonly version: string; readonly platform: string; readonly node: string };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Hears once why nothing is recorded any more. */
  readonly notice: (text: string) => void;
}

/**
 * Writes what drivers ask and what they are answered, in order, a file each; and the journal's entries between them, so
 * that a run is found. Each file is whole or not there, its owner's only. Nothing lies on the disk before the first of
 * them. A folder that can't be used is told of once, and nothing is recorded from then on: a run never fails by it
 * (decision 0063).
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #sanitiser: Sanitiser;
  #count = 0;
  #isOff = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#sanitiser = new Sanitiser(options.key);
  }

  /**
   * The same exchange, recorded. Stands above what adds credentials, so that none of them reaches it. `callNow`: the
   * call for which it is asked; its work's secrets leave a mark. They are all known once what the call has brought is
   * sealed: then it is written.
   */
  around(vendor: string, exchange: Exchange, callNow: () => CallUnderWay | undefined = () => undefined): Exchange {
    return async (request) => {
      if (this.#isOff) return exchange(request);
      const call = callNow();
      const note = (heard: Heard) => this.#exchange(vendor, request, heard, call);
      let response: ExchangeResponse;
      try {
        response = await exchange(request);
      } catch (cause) {
        await note(heardOf(cause));
        throw cause;
      }
      const { status, headers, body: text } = response;
      await note({ status, headers, text });
      return response;
    };
  }

  /** Entries of a journal that have just been written to it. */
  entries(entries: readonly object[]): void {
    for (const entry of entries) this.#writeSafely(() => this.#lineOf(entry));
  }

  #lineOf(entry: object): RecordedLine {
    const plain = JSON.parse(JSON.stringify(entry)) as Json;
    const run = "run" in entry && typeof entry.run === "string" ? entry.run : null;
    const kind = "kind" in entry && typeof entry.kind === "string" ? entry.kind : "entry";
    return { kind: "journal", at: this.#at(), run, entry: kind, content: this.#sanitiser.document(plain) };
  }

  async #exchange(
    vendor: string,
    request: ExchangeRequest,
    heard: Heard,
    call: CallUnderWay | undefined,
  ): Promise<void> {
    const at = this.#at();
    const { method, url, body } = request;
    if (call === undefined)
      return this.#writeSafely(() => exchangeLine({ vendor, at, method, url, body, heard }, this.#sanitiser));
    await call.masker.learn();
    const exchange = { vendor, at, method, url, body, heard };
    // What it has met tells more of what is secret: asked for once that is known.
    call.afterwards(() => this.#writeSafely(() => exchangeLine(exchange, this.#sanitiser.without(secretsOf(call)))));
  }

  #writeSafely(line: () => RecordedLine): void {
    if (this.#isOff) return;
    try {
      if (this.#count === 0) this.#begin();
      this.#write(line());
    } catch (cause) {
      this.#isOff = true;
      const why = cause instanceof Error ? cause.message : String(cause);
      this.#options.notice(`PLUMB_RECORD: nothing is recorded from here on, because ${why}`);
    }
  }

  #begin(): void {
    const { folder, id, about } = this.#options;
    const path = resolve(folder);
    // One folder only: making a whole way never ends on file systems that deny a folder by saying that there is none
    // (/proc).
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    if (!isKeptFolder(path) || !isKeptFolder(join(path, id)))
      throw new Error(
        `${path} can't be made, or another user could read it or change it: ` +
          "name a folder that is yours alone (mode 0700)",
      );
    this.#write({ kind: "recording", at: this.#at(), recording: id, form: 1, ...about });
  }

  #write(line: RecordedLine): void {
    const { folder, id } = this.#options;
    const name = `${String(this.#count).padStart(6, "0")}.json`;
    if (!makeFile(join(resolve(folder), id, name), `${JSON.stringify(line, null, 2)}\n`))
      throw new Error(`${name} is there already`);
    this.#count += 1;
  }

  #at(): string {
    return new Date(this.#options.now()).toISOString();
  }
}

/** Of the call itself, too, whose values of secret places may be new. */
function secretsOf({ masker, secret }: CallUnderWay): DeclaredSecrets {
  const names = new Set(secret.map((place) => plainOf(pointerSegments(place).findLast((each) => !/^\d+$/.test(each)))));
  return { masked: (text) => masker.masked(text), isSecret: (name) => names.has(plainOf(name)) };
}

/** A name as it is without the habits of an interface. */
function plainOf(name = ""): string {
  return plainKey(name).replaceAll("_", "").toLowerCase();
}

function heardOf(cause: unknown): Heard {
  if (!(cause instanceof ExchangeFailed) || cause.begun === null) return { failure: codeOf(cause) };
  const { status, headers } = cause.begun;
  return { status, headers, failure: "broken off" };
}

/** Codes of the system are words of a list; messages may hold addresses, and are left out. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "no answer";
  if ("code" in cause && typeof cause.code === "string" && /^E[A-Z]{2,20}$/.test(cause.code)) return cause.code;
  return cause.cause === undefined ? "no answer" : codeOf(cause.cause);
}
