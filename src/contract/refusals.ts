/** What a convention of the API refuses a request for: its HTTP status, a constant title, and how to get out. */
export const refusals = {
  "bad-request": {
    status: 400,
    title: "the request is malformed",
    explanation:
      "The path or the query of a request has a value that can't be used; the detail says which. A command of " +
      "another version than its server may send what that does not know: compare `plumb version --server URL`.",
  },
  unauthenticated: {
    status: 401,
    title: "the caller is not known",
    explanation:
      "Sign in with `plumb login --server URL`, or set PLUMB_TOKEN. `plumb whoami` shows who the server takes you for.",
  },
  forbidden: {
    status: 403,
    title: "the caller may not do this",
    explanation:
      "`plumb whoami` shows your roles. An admin of the server gives one with `plumb role grant`; docs/access.md " +
      "says what each role permits.",
  },
  "not-found": {
    status: 404,
    title: "there is no such thing",
    explanation: "Check the name, and the stack and project that it is looked for in.",
  },
  "no-such-path": {
    status: 404,
    title: "no such path",
    explanation: "The address is not one of the interface's: check --server, whose path is kept.",
  },
  "method-not-allowed": {
    status: 405,
    title: "the path knows no such method",
    explanation: "The interface is described at /v1/openapi.json of the server.",
  },
  "not-acceptable": {
    status: 406,
    title: "the answer can't be had in this form",
    explanation: "Ask for application/json, or leave the Accept header out.",
  },
  "key-in-use": {
    status: 409,
    title: "a request with this key is under way",
    explanation: "The same request was sent a moment ago and has not ended. Ask again later with the same key.",
  },
  "changed-meanwhile": {
    status: 412,
    title: "it is not as expected any more",
    explanation:
      "Another one has changed it since you read it. Read it again, and send the change again if it is still wanted.",
  },
  "body-too-large": {
    status: 413,
    title: "the body is too large",
    explanation: "Send less at once: split the stack, or the list.",
  },
  "uri-too-long": {
    status: 414,
    title: "the address is too long",
    explanation: "Send less in the address: a shorter filter, fewer names.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "the body's form is not known here",
    explanation: "Send application/json.",
  },
  "invalid-body": {
    status: 422,
    title: "the body does not fit",
    explanation:
      "The problems say which members of the body don't fit. A command of another version than its server may send " +
      "what that does not know.",
  },
  "key-reused": {
    status: 422,
    title: "the key belongs to another request",
    explanation: "An idempotency key stands for one request: send another request with a key of its own.",
  },
  "precondition-required": {
    status: 428,
    title: "a precondition is required",
    explanation: "Send the etag that you read in If-Match, or If-None-Match: *.",
  },
  "too-many-requests": {
    status: 429,
    title: "too many requests",
    explanation:
      "Ask again after the time that Retry-After names. An operator sets the rates in the settings of the service.",
  },
  "identity-unavailable": {
    status: 503,
    title: "the caller can't be known now",
    explanation: "Who you are can't be found out: the identity provider or the store does not answer. Ask again later.",
  },
  "shutting-down": {
    status: 503,
    title: "the service is going away",
    explanation:
      "The service ends or starts anew. Ask again later; a run goes on at another service, or when it is back.",
  },
} as const;

export type RefusalCode = keyof typeof refusals;

/** The title of a 401 or 403 that something on the way to the service gave: no rights of Plumbline's mend it. */
export const refusedOnTheWay = "refused on the way";
