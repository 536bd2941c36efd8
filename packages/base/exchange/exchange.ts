/** Fields of a message by their names in lower case; of several fields of one name the values are joined by a comma. */
export type Fields = Readonly<Record<string, string>>;

/** A call out of this process, as plain data. */
export interface ExchangeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Fields;
  /** Empty: none. */
  readonly body: string;
  /** How long the exchange may take, the answer's body included. Left out: as long as it takes. */
  readonly timeoutMs?: number;
  /** An answer whose body is longer breaks off, in bytes. Left out: what the adapter bears. */
  readonly mostBytes?: number;
  /** Breaks the exchange off. */
  readonly signal?: AbortSignal | undefined;
}

/** What came back, whole: its body was read to the end, and is as it was before it was compressed. */
export interface ExchangeResponse {
  readonly status: number;
  readonly headers: Fields;
  /** Empty: none. */
  readonly body: string;
}

/**
 * A call to another machine, or to what stands for one in this process: every request of a driver, and of a vendor's
 * library, is one. A redirect is an answer and is never followed. Throws ExchangeFailed where no whole answer came, and
 * NotSent where nothing was to be sent (decision 0083).
 */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResponse>;

/** A message's fields, as Node's HTTP gives them. */
export function joinedFields(fields: Readonly<Record<string, string | readonly string[] | undefined>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]],
    ),
  );
}

/** True for an answer that is no refusal. */
export function isOk({ status }: Pick<ExchangeResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

/** The same request with these fields besides, or in place of its own. */
export function withFields(request: ExchangeRequest, fields: Fields): ExchangeRequest {
  return { ...request, headers: { ...request.headers, ...fields } };
}
