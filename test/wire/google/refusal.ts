/** What a client throws: how its callers tell errors apart. */
export interface Refusal {
  /** Class of the error. */
  readonly type: string;
  /** The client's own code: an HTTP status for clients over discovery documents, a gRPC code for generated ones. */
  readonly code: unknown;
  readonly status: unknown;
  /** `error.status` of the body; the generated clients do not keep the body. */
  readonly reason: unknown;
}

/** The error that a call ends with; fails when it does not. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (thrown) {
    const error = thrown as ClientError;
    return {
      type: error.constructor.name,
      code: error.code,
      status: error.httpStatusCode ?? error.status,
      reason: error.response?.data?.error?.status,
    };
  }
  throw new Error("the call was not refused");
}

interface ClientError extends Error {
  readonly code?: unknown;
  readonly status?: unknown;
  readonly httpStatusCode?: unknown;
  readonly response?: { readonly data?: { readonly error?: { readonly status?: string } } };
}
