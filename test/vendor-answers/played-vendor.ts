import type { Exchange } from "./recorded-case.ts";

type Send = (answer: Exchange["answer"], request: Request) => Promise<Response>;

/** A vendor that answers as recorded, and nothing else; it remembers what was sent. */
export class PlayedVendor {
  readonly #exchanges: readonly Exchange[];
  readonly #send: Send;
  readonly #used = new Map<Exchange, number>();
  readonly #sent: string[] = [];
  /** Which command is played, counted from 1. */
  command = 1;

  /** `send` gives a recorded answer to a request; made here when absent. */
  constructor(exchanges: readonly Exchange[], send: Send = given) {
    this.#exchanges = exchanges;
    this.#send = send;
  }

  /** Writes so far: `METHOD` and the last segment of the path. */
  get writes(): readonly string[] {
    return this.#sent.filter((each) => !each.startsWith("GET "));
  }

  readonly answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const body = await request.clone().text();
    const found = this.#exchanges.find((each) => this.#matches(each, request.method, url, body));
    this.#sent.push(`${request.method} ${url.pathname.split("/").at(-1)}`);
    if (found === undefined) throw new Error(`nothing is recorded for ${request.method} ${request.url}`);
    this.#used.set(found, (this.#used.get(found) ?? 0) + 1);
    return this.#send(found.answer, request);
  };

  #matches(exchange: Exchange, method: string, url: URL, body: string): boolean {
    const { request, query = {}, holds = "", times = Number.POSITIVE_INFINITY, after, until } = exchange;
    const [verb, path = ""] = request.split(" ");
    if (verb !== method || !pattern(path).test(decodeURIComponent(url.pathname))) return false;
    if (Object.entries(query).some(([name, value]) => url.searchParams.get(name) !== value)) return false;
    if (!body.includes(holds)) return false;
    if ((this.#used.get(exchange) ?? 0) >= times) return false;
    if (exchange.in !== undefined && exchange.in !== this.command) return false;
    const wasSent = (each: string) => this.#sent.some((line) => line.startsWith(`${each} `));
    if (after !== undefined && !wasSent(after)) return false;
    return until === undefined || !wasSent(until);
  }
}

function pattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .split("*")
      .map((each) => each.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join("[^/]*")}$`,
    "i",
  );
}

async function given({ status, headers, body, text }: Exchange["answer"]): Promise<Response> {
  const content = text ?? (body === undefined ? null : JSON.stringify(body));
  const type = text === undefined ? "application/json" : "text/plain";
  return new Response(content, { status, headers: { "content-type": type, ...headers } });
}
