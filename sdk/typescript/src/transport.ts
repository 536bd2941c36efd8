/** Where the service is, and as whom it is asked. */
export interface ClientOptions {
  /** `https://plumb.acme.example`; a path in it is kept. With a token it is https, or http to this machine. */
  readonly baseUrl: string;
  /** A token, or where one comes from whenever one is needed. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** In place of the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** How often a request that was not answered is sent again, with its key if it changes something; 3 when left out. */
  readonly retries?: number | undefined;
}

/** What every call takes. */
export interface CallOptions {
  /** Gives the request up. */
  readonly signal?: AbortSignal | undefined;
  /** Sent again with the same key, a change is made once; made up when left out. */
  readonly idempotencyKey?: string | undefined;
}

/** A document, and the ETag that it came with. */
export type Answered<T> = T extends void ? undefined : T & { readonly [etag]?: string };

/** Under which the ETag of a document stands, for `ifMatch`. */
export const etag: unique symbol = Symbol("etag");

/** What the service says is wrong: an RFC 9457 document with every violation. */
export class ServiceProblem extends Error {
  override readonly name = "ServiceProblem";
  readonly status: number;
  /** Stable code. */
  readonly code: string;
  readonly problems: readonly { readonly code: string; readonly detail: string; readonly pointer?: string }[];

  constructor(
    status: number,
    document: Partial<Pick<ServiceProblem, "code" | "problems"> & { readonly detail: string }>,
  ) {
    super(document.detail ?? `the service answered with status ${status}`);
    this.status = status;
    this.code = document.code ?? "unexpected-answer";
    this.problems = document.problems ?? [];
  }
}

export interface CallRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

const firstWaitMs = 200;

/** Sends requests and reads answers; the generated client has a method for each operation on top. */
export class Transport {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** A document in answer; undefined where there is none. */
  protected async call<T>(request: CallRequest, options: CallOptions = {}): Promise<Answered<T>> {
    const response = await this.#send(request, "application/json", options);
    if (response.status === 204 || response.headers.get("content-length") === "0") return undefined as Answered<T>;
    const document = (await response.json()) as object;
    const tag = response.headers.get("etag");
    if (tag !== null) Object.defineProperty(document, etag, { value: tag });
    return document as Answered<T>;
  }

  /** A text in answer. */
  protected async text<T>(request: CallRequest, options: CallOptions = {}): Promise<Answered<T>> {
    const response = await this.#send(request, "text/plain, */*", options);
    return (await response.text()) as Answered<T>;
  }

  /** Documents as they come. */
  protected async *follow<T>(request: CallRequest, options: CallOptions = {}): AsyncGenerator<T> {
    const response = await this.#send(request, "application/x-ndjson", options);
    if (response.body === null) return;
    const decoder = new TextDecoder();
    let unread = "";
    for await (const bytes of response.body) {
      unread += decoder.decode(bytes, { stream: true });
      const lines = unread.split("\n");
      unread = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") yield JSON.parse(line) as T;
    }
    if (unread.trim() !== "") yield JSON.parse(unread) as T;
  }

  /** Page after page. */
  protected async *pages<T extends object>(page: (cursor: string | undefined) => Promise<T>): AsyncGenerator<T> {
    let cursor: string | undefined;
    do {
      const found = await page(cursor);
      yield found;
      cursor = "nextCursor" in found && typeof found.nextCursor === "string" ? found.nextCursor : undefined;
    } while (cursor !== undefined);
  }

  async #send(request: CallRequest, accept: string, options: CallOptions): Promise<Response> {
    const { baseUrl, fetch: send = fetch, retries = 3 } = this.#options;
    refuseUnsayable(request.path);
    const base = new URL(baseUrl);
    const url = new URL(base.origin);
    // Set, not resolved: a path that begins with two slashes would be an address of its own, and name another host.
    url.pathname = `${base.pathname.replace(/\/+$/, "")}${request.path}`;
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = new Headers({ accept });
    for (const [name, value] of Object.entries(request.headers ?? {}))
      if (value !== undefined) headers.set(name, value);
    if (request.body !== undefined) headers.set("content-type", "application/json");
    // A sender can't know whether a request has arrived: with a key it may be sent again.
    if (request.method === "POST") headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID());
    const isSafe = request.method === "POST" || request.method === "GET";
    for (let attempt = 0; ; attempt += 1) {
      const token = await this.#token();
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
      if (token !== undefined && !isPrivateWay(base))
        throw new TypeError(`a token is sent over https only, or to this machine, and not to ${base.origin}`);
      const isLast = attempt >= retries;
      let response: Response;
      try {
        response = await send(url, {
          method: request.method,
          headers,
          // A token goes to the address that was given, and nowhere else.
          redirect: "manual",
          ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
          ...(options.signal === undefined ? {} : { signal: options.signal }),
        });
      } catch (cause) {
        if (isLast || !isSafe || options.signal?.aborted === true) throw cause;
        await pause(ownWait(attempt), options.signal);
        continue;
      }
      if (response.ok) return response;
      const problem = await problemOf(response);
      if (isLast || !isWorthRepeating(problem, isSafe)) throw problem;
      await pause(waitFor(response, attempt), options.signal);
    }
  }

  async #token(): Promise<string | undefined> {
    const { token } = this.#options;
    return typeof token === "function" ? await token() : token;
  }
}

/**
 * An address resolves `.` and `..` away, so that the request would go to another route than it names, as it may with an
 * empty part. A `:` stands before a verb alone; those of names are escaped.
 */
function refuseUnsayable(path: string): void {
  const names = path.split("/").slice(1);
  for (const [name = ""] of names.map((each) => each.split(":", 1))) {
    if (name === "") throw new TypeError("a name can't be empty: nothing was sent");
    if (/^(?:\.|%2e){1,2}$/i.test(name))
      throw new TypeError(`\`${decodeURIComponent(name)}\` can't be a name: nothing was sent`);
  }
}

/** `isSafe`: it has one effect, however often it is sent. */
function isWorthRepeating({ status, code }: ServiceProblem, isSafe: boolean): boolean {
  if (status === 429 || status === 503) return true;
  return isSafe && (status === 502 || status === 504 || code === "key-in-use");
}

/** As long as the service says, or as we do. */
function waitFor(response: Response, attempt: number): number {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : ownWait(attempt);
}

/** Ever longer, with some chance in it. */
function ownWait(attempt: number): number {
  return firstWaitMs * 2 ** attempt * (0.5 + Math.random() / 2);
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Over TLS, or to this machine. */
function isPrivateWay({ protocol, hostname }: URL): boolean {
  if (protocol === "https:") return true;
  const isLoopback = ["localhost", "[::1]"].includes(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === "http:" && isLoopback;
}

async function problemOf(response: Response): Promise<ServiceProblem> {
  const isRedirect = response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
  if (isRedirect) {
    const to = response.headers.get("location") ?? "another address";
    const detail =
      `the service answers with a redirect to ${to}, which is not followed; ` +
      "if you trust that address, give it as baseUrl";
    return new ServiceProblem(response.status, { detail });
  }
  const text = await response.text();
  try {
    return new ServiceProblem(response.status, JSON.parse(text) as ConstructorParameters<typeof ServiceProblem>[1]);
  } catch {
    return new ServiceProblem(response.status, {});
  }
}
