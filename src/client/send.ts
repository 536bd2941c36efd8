/** A request to a server. */
export interface ClientRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** What comes back, before its body does. */
export interface ClientResponse {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends a request once. It follows no redirect, and throws where no answer comes. */
export type Send = (request: ClientRequest) => Promise<ClientResponse>;
