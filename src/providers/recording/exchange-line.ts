import type { Fields } from "../../../packages/base/exchange/exchange.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import type { RecordedAnswer, RecordedLine } from "./recorded-line.ts";
import type { Sanitiser } from "./sanitiser.ts";

/** What came of a request: an answer, one that broke off, or none. */
export interface Heard {
  readonly status?: number;
  readonly headers?: Fields;
  readonly text?: string;
  /** Why there is no answer, or none that is whole: a code of the system. */
  readonly failure?: string;
}

/** One request and what came of it, as it was. */
interface Recorded {
  readonly vendor: string;
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly heard: Heard;
}

/** An exchange as it may be shown. */
export function exchangeLine({ vendor, at, method, url, body, heard }: Recorded, sanitiser: Sanitiser): RecordedLine {
  const { host, pathname, searchParams } = new URL(url);
  const { status, headers, text = "", failure } = heard;
  const answer: RecordedAnswer | undefined =
    status === undefined || headers === undefined
      ? undefined
      : { status, headers: sanitiser.headers(headers), ...(text === "" ? {} : contentOf(text, sanitiser)) };
  return {
    ...{ kind: "exchange", at, vendor, host: sanitiser.host(host) },
    request: `${method} ${sanitiser.path(pathname)}`,
    query: sanitiser.query(searchParams),
    times: 1,
    ...(body === "" ? {} : { sent: contentOf(body, sanitiser) }),
    ...(answer === undefined ? {} : { answer }),
    ...(failure === undefined ? {} : { failure }),
  };
}

function contentOf(text: string, sanitiser: Sanitiser): { readonly body: Json } | { readonly text: string } {
  const parsed = parsedJson(text);
  if (parsed === undefined) return { text: sanitiser.text(text) };
  // A text alone is a message.
  return { body: typeof parsed === "string" ? sanitiser.text(parsed) : sanitiser.document(parsed) };
}
