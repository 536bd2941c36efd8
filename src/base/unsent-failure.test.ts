import { expect, test } from "vitest";
import { provenUnsent } from "./unsent-failure.ts";

const failure = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });

test.each<[string, unknown, boolean]>([
  ["a refused connection", fetchFailed(failure("ECONNREFUSED")), true],
  ["a name that nobody has", fetchFailed(failure("ENOTFOUND")), true],
  ["a certificate that nobody vouches for", fetchFailed(failure("DEPTH_ZERO_SELF_SIGNED_CERT")), true],
  ["a certificate of another name", fetchFailed(failure("ERR_TLS_CERT_ALTNAME_INVALID")), true],
  ["a connection that broke", fetchFailed(failure("ECONNRESET")), false],
  ["a socket that was closed", fetchFailed(failure("UND_ERR_SOCKET")), false],
  ["no answer in time", fetchFailed(failure("UND_ERR_HEADERS_TIMEOUT")), false],
  ["no code at all", fetchFailed(undefined), false],
  ["no error at all", "ECONNREFUSED", false],
  ["all addresses refused", fetchFailed(new AggregateError([failure("ECONNREFUSED"), failure("ENOTFOUND")])), true],
  ["one address that broke", fetchFailed(new AggregateError([failure("ECONNREFUSED"), failure("ECONNRESET")])), false],
  ["no addresses", fetchFailed(new AggregateError([])), false],
])("%s proves that nothing was sent: %j: %s", (_, cause, expected) => expect(provenUnsent(cause)).toBe(expected));
