import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { failureDocument } from "../reports/failure-document.ts";

/** What answers is not what the user takes it for. */
export function unexpectedAnswer(status: number): ProblemDocument {
  return failureDocument({
    status: 502,
    code: "unexpected-answer",
    title: "the answer can't be understood",
    detail: `The answer with HTTP status ${status} is not one of Plumbline's. Check the address given by --server.`,
  });
}

/** Nothing answers; `cause` is what was thrown. */
export function unreachableServer(server: string, cause: unknown): ProblemDocument {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const why = inner instanceof Error && inner.message !== "" ? `: ${inner.message}` : "";
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  const known = reasons.find(([codes]) => codes.test(code));
  return failureDocument({
    status: 503,
    code: "server-unreachable",
    title: "the server can't be reached",
    detail: known === undefined ? `No answer from ${server}${why}.` : `No answer from ${server}: ${known[1](server)}`,
  });
}

/** What the network says, by its code, in plain words and with a way out. */
const reasons: readonly (readonly [codes: RegExp, says: (server: string) => string])[] = [
  [/^ECONNREFUSED$/, () => "nothing listens there. `plumb serve` starts a service; check the port, too."],
  [/^(ENOTFOUND|EAI_AGAIN)$/, () => "there is no host of that name. Check the address given by --server."],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, () => "it can't be reached from here. Check the network and the address."],
  [
    /^(EPROTO|ERR_SSL_.*)$/,
    (server) => {
      const [other, spoken] = server.startsWith("https") ? ["http", "https"] : ["https", "http"];
      return `it does not speak ${spoken}. Perhaps it is ${server.replace(/^https?/, other)}.`;
    },
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    () =>
      "its certificate is not trusted here. A certificate of an authority of your own is trusted with " +
      "NODE_EXTRA_CA_CERTS=FILE; one for another host, or one that has ended, is the operator's to mend.",
  ],
];
