import type { Operation } from "../contract/operation.ts";
import { CallRefusal } from "../service/requests/call-refusal.ts";

const json = "application/json";

/** The media types in which an operation answers when all goes well. */
function mediaOf(operation: Operation): readonly string[] {
  const media = Object.values(operation.responses).flatMap((each) =>
    each.schema === undefined ? [] : [...(each.media ?? [json]), ...(each.watched?.media ?? [])],
  );
  return [...new Set(media)];
}

/**
 * The media type to answer in: the first of the operation's that the caller accepts best. A CallRefusal when there is
 * none.
 */
export function acceptedMedia(operation: Operation, accept: string | undefined): string {
  const offered = mediaOf(operation);
  const first = offered[0] ?? json;
  if (accept === undefined || accept === "" || accept === "*/*" || offered.length === 0) return first;
  const ranges = accept.split(",").map(rangeOf);
  let best: string | undefined;
  let bestWeight = 0;
  for (const media of offered) {
    const weight = weightOf(media, ranges);
    if (weight > bestWeight) [best, bestWeight] = [media, weight];
  }
  if (best !== undefined) return best;
  throw new CallRefusal(
    "not-acceptable",
    `this can be had as ${offered.join(" or ")}, not as ${JSON.stringify(accept)}`,
  );
}

interface Range {
  readonly media: string;
  readonly weight: number;
}

function rangeOf(text: string): Range {
  const [media = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const q = parameters.find((each) => each.startsWith("q="));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return { media, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** The weight of the most specific range that the media type lies in (RFC 9110, 12.5.1). */
function weightOf(media: string, ranges: readonly Range[]): number {
  const [kind = ""] = media.split("/");
  for (const form of [media, `${kind}/*`, "*/*"]) {
    const found = ranges.find((each) => each.media === form);
    if (found !== undefined) return found.weight;
  }
  return 0;
}

/** Refuses a body in a form that the operation does not read; one that says nothing of its form is read as JSON. */
export function refuseForeignBody(operation: Operation, headers: Readonly<Record<string, string | undefined>>): void {
  if (operation.body === undefined) return;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    throw new CallRefusal(
      "unsupported-media-type",
      `bodies are read as they are, not in the encoding ${JSON.stringify(encoding)}`,
      {
        headers: { "accept-encoding": "identity" },
      },
    );
  const type = headers["content-type"];
  if (type === undefined) return;
  const media = type.split(";")[0]?.trim().toLowerCase() ?? "";
  const read = operation.body.media ?? [json];
  // What a client sends that was handed a text and no type.
  if (read.includes(media) || media === "text/plain") return;
  throw new CallRefusal(
    "unsupported-media-type",
    `the body is read as ${read.join(" or ")}, not as ${JSON.stringify(media)}`,
  );
}
