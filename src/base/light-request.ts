import { type HeaderFields, LightHeaders } from "./light-headers.ts";
import { LightMessage } from "./light-message.ts";

interface LightRequestParts {
  readonly method?: string;
  readonly headers?: HeaderFields;
  /** A text, or a document: JSON that becomes text only where text is asked for. */
  readonly body?: { readonly text: string } | { readonly document: unknown };
  readonly redirect?: Request["redirect"];
  readonly signal?: AbortSignal | undefined;
}

/**
 * A Request (Fetch standard, section 5.3) for code that answers in the same process: a plain value, of which the platform's own
 * is made only where a caller asks for a part that few need. `fetch` takes none of these: `fullRequest` comes before it.
 */
export class LightRequest extends LightMessage<Request> implements Request {
  readonly method: string;
  readonly url: string;
  readonly headers: LightHeaders;
  readonly redirect: Request["redirect"];
  readonly #body: LightRequestParts["body"];
  #signal: AbortSignal | undefined;

  constructor(
    url: URL | string,
    { method = "GET", headers, body, redirect = "follow", signal }: LightRequestParts = {},
  ) {
    super();
    this.url = String(url);
    this.method = method;
    this.headers = new LightHeaders(headers);
    this.redirect = redirect;
    this.#body = body;
    this.#signal = signal;
  }

  /** The document that the body is, where it is one that never was a text; else undefined. */
  get document(): unknown {
    return this.#body !== undefined && "document" in this.#body ? this.#body.document : undefined;
  }

  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }

  async text(): Promise<string> {
    return this.#text() ?? "";
  }

  async json(): Promise<unknown> {
    return this.document ?? JSON.parse(this.#text() ?? "");
  }

  #text(): string | null {
    if (this.#body === undefined) return null;
    return "text" in this.#body ? this.#body.text : JSON.stringify(this.#body.document);
  }

  protected make(): Request {
    const { method, headers, redirect } = this;
    return new Request(this.url, {
      ...{ method, redirect, headers: [...headers], body: this.#text() },
      ...(this.#signal === undefined ? {} : { signal: this.#signal }),
    });
  }

  get body() {
    return this.#body === undefined ? null : this.full().body;
  }
  get cache() {
    return this.full().cache;
  }
  get credentials() {
    return this.full().credentials;
  }
  get destination() {
    return this.full().destination;
  }
  get duplex() {
    return this.full().duplex;
  }
  get integrity() {
    return this.full().integrity;
  }
  get keepalive() {
    return this.full().keepalive;
  }
  get mode() {
    return this.full().mode;
  }
  get referrer() {
    return this.full().referrer;
  }
  get referrerPolicy() {
    return this.full().referrerPolicy;
  }
  clone() {
    return this.full().clone();
  }
}

/** The platform's own Request, which `fetch` takes. */
export function fullRequest(request: Request): Request {
  return request instanceof LightRequest ? request.full() : request;
}
