/** A request as it comes in over HTTP. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Address of the machine at the other end. */
  readonly address: string | null;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

/** What is sent back. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpBody | null;
}

/** JSON that becomes text while it is sent, a text, or bytes as they come. */
export type HttpBody =
  | { readonly document: unknown }
  | { readonly text: string }
  | { readonly bytes: ReadableStream<Uint8Array> };
