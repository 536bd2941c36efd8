type HeadersGiven = NonNullable<RequestInit["headers"]>;
type BodyGiven = NonNullable<RequestInit["body"]>;

/** Header fields by lower-case name; as much of the standard class as drivers and local clouds use. */
class CheapHeaders {
  readonly #fields = new Map<string, string>();

  constructor(given?: HeadersGiven) {
    if (given === undefined) return;
    if (given instanceof CheapHeaders) for (const [name, value] of given) this.#fields.set(name, value);
    else for (const [name, value] of Object.entries(given)) this.#fields.set(name.toLowerCase(), String(value));
  }

  get(name: string): string | null {
    return this.#fields.get(name.toLowerCase()) ?? null;
  }

  set(name: string, value: string): void {
    this.#fields.set(name.toLowerCase(), value);
  }

  has(name: string): boolean {
    return this.#fields.has(name.toLowerCase());
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#fields[Symbol.iterator]();
  }
}

interface Given {
  readonly method?: string;
  readonly status?: number;
  readonly headers?: HeadersGiven;
  readonly body?: BodyGiven | null;
}

class CheapRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: CheapHeaders;
  readonly #body: string;

  constructor(address: string | URL, given: Given = {}) {
    this.url = typeof address === "string" ? address : address.href;
    this.method = given.method ?? "GET";
    this.headers = new CheapHeaders(given.headers);
    this.#body = typeof given.body === "string" ? given.body : "";
  }

  text(): Promise<string> {
    return Promise.resolve(this.#body);
  }
}

class CheapResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: CheapHeaders;
  readonly #body: string;

  constructor(body: BodyGiven | null, given: Given = {}) {
    this.status = given.status ?? 200;
    this.ok = this.status >= 200 && this.status < 300;
    this.headers = new CheapHeaders(given.headers);
    this.#body = typeof body === "string" ? body : "";
  }

  text(): Promise<string> {
    return Promise.resolve(this.#body);
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#body);
  }
}

/**
 * Puts plain classes in the place of the platform's Request, Response and Headers while `work` goes on: those carry
 * streams, which cost more than a whole simulated call. What they mean is held by the wire tests.
 */
export async function withCheapHttp<T>(work: () => Promise<T>): Promise<T> {
  const { Headers, Request, Response } = globalThis;
  Object.assign(globalThis, { Headers: CheapHeaders, Request: CheapRequest, Response: CheapResponse });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { Headers, Request, Response });
  }
}
