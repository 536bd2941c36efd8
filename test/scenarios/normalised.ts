import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";

/** Values that mean nothing but "the same" or "another": they get a name in the order in which they appear. */
const opaque: ReadonlySet<string> = new Set(["etag", "eTag", "clientId", "run", "plan", "digest", "fingerprint"]);
/** Values that tell only how fast the machine is. */
const dropped: ReadonlySet<string> = new Set(["durationMs"]);

/** A content address inside a sentence. */
const digest = /sha256:[0-9a-f]{64}/g;
/** What tells the step of an earlier object from that of the one in its place. */
const uid = /~[0-9a-f]{32}~/g;

/** Replaces opaque values by names, the same value by the same name throughout a scenario. */
export class Normaliser {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  of(document: Json): Json {
    this.#learn(document, "");
    return this.#replaced(document);
  }

  #learn(value: Json, key: string): void {
    if (typeof value === "string") {
      if (!opaque.has(key) || value === "" || this.#names.has(value)) return;
      const kind = key.toLowerCase();
      const count = (this.#counts.get(kind) ?? 0) + 1;
      this.#counts.set(kind, count);
      this.#names.set(value, `<${kind} ${count}>`);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) this.#learn(item, key);
    } else if (value !== null && typeof value === "object") {
      for (const [name, member] of Object.entries(value)) this.#learn(member, name);
    }
  }

  #replaced(value: Json): Json {
    if (typeof value === "string") {
      let text = value;
      for (const [known, name] of this.#names) text = text.replaceAll(known, name);
      return text.replaceAll(digest, "<digest>").replaceAll(uid, "~<uid>~");
    }
    if (Array.isArray(value)) return value.map((item: Json) => this.#replaced(item));
    if (value === null || typeof value !== "object") return value;
    // A sealed value is told by its fingerprint alone: its id is drawn by chance.
    const sealed = (value as JsonObject)["$secret"];
    if (isJsonObject(sealed)) return { $secret: this.#replaced(sealed["fingerprint"] ?? null) };
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !dropped.has(key))
        .map(([key, member]) => [key, this.#replaced(member)]),
    );
  }
}
