import { type HeaderFields, LightHeaders } from "./light-headers.ts";
import { LightMessage } from "./light-message.ts";

/** What a body is made of. */
export type LightBody =
  | { readonly text: string }
  /** JSON that becomes text only where text is asked for. */
  | { readonly document: unknown }
  /** JSON documents as they come, and what they are as bytes. */
  | { readonly documents: AsyncIterable<unknown>; readonly bytes: () => ReadableStream<Uint8Array> };

interface LightResponseParts {
  readonly status?: number;
  readonly headers?: HeaderFields;
}

/**
 * A Response (Fetch standard, section 5.5) for callers in the same process: a plain value, of which the platform's own is
 * made only where a caller asks for a part that few need. `json` gives the document itself, which callers may not change.
 */
export class LightResponse extends LightMessage<Response> implements Response {
  readonly status: number;
  readonly headers: LightHeaders;
  readonly #body: LightBody | null;

  constructor(body: LightBody | null, { status = 200, headers }: LightResponseParts = {}) {
    super();
    this.status = status;
    this.headers = new LightHeaders(headers);
    this.#body = body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The documents of a stream, as they come; undefined where the body is none, or its bytes were asked for. */
  get documents(): AsyncIterable<unknown> | undefined {
    const isStream = this.#body !== null && "documents" in this.#body && !this.isFull;
    return isStream ? this.#body.documents : undefined;
  }

  /** The document that the body is; undefined where it is none, or somebody has asked for it in another form. */
  get document(): unknown {
    return this.#body !== null && "document" in this.#body && !this.isFull ? this.#body.document : undefined;
  }

  async text(): Promise<string> {
    return this.#text() ?? this.full().text();
  }

  async json(): Promise<unknown> {
    if (this.#body !== null && "document" in this.#body) return this.#body.document;
    return JSON.parse(await this.text());
  }

  /** Undefined for a stream. */
  #text(): string | undefined {
    if (this.#body === null) return "";
    if ("text" in this.#body) return this.#body.text;
    return "document" in this.#body ? JSON.stringify(this.#body.document) : undefined;
  }

  protected make(): Response {
    const { status, headers } = this;
    const body = this.#body === null ? null : "bytes" in this.#body ? this.#body.bytes() : (this.#text() ?? null);
    return new Response(body, { status, headers: [...headers] });
  }

  get body() {
    return this.#body === null ? null : this.full().body;
  }
  get redirected() {
    return false;
  }
  get statusText() {
    return "";
  }
  get type() {
    return "default" as const;
  }
  get url() {
    return "";
  }
  clone() {
    return this.full().clone();
  }
}

/** The platform's own Response. */
export function fullResponse(response: Response): Response {
  return response instanceof LightResponse ? response.full() : response;
}
