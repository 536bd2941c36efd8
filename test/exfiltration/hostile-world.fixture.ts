import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { everyNameAt } from "./hostile-network.fixture.ts";
import { answer, openSink, type SinkAnswer } from "./sink.fixture.ts";

/** What the listeners answer, told by the scheme that they are asked by. */
export type Answers = (scheme: "http" | "https") => SinkAnswer;

/** Answers as a workspace does that names itself as the place for tokens. */
export const asWorkspace: Answers = (scheme) => (head) => {
  const host = /^host: (\S+)/im.exec(head)?.[1] ?? "";
  if (head.includes("/.well-known/"))
    return answer("200 OK", { token_endpoint: `${scheme}://${host}/oidc/v1/token`, host_type: "workspace" });
  if (head.startsWith("POST /oidc")) return answer("200 OK", { access_token: "issued", expires_in: 3600 });
  return answer("404 Not Found", { error_code: "NOT_FOUND", message: "there is nothing" });
};

/** A world in which every name, at every port, is a listener of ours that keeps what it receives. */
export interface HostileWorld {
  /** Everything that was received, by any of them. */
  readonly received: string;
  /** What was received by those that were asked for under a host. */
  receivedAt(host: string): string;
  /** Whatever is asked from now on is answered so. */
  answerWith(answers: Answers): void;
  forget(): void;
  readonly network: ReturnType<typeof everyNameAt>;
  close(): Promise<void>;
}

export async function openHostileWorld(): Promise<HostileWorld> {
  let answers = asWorkspace;
  const plain = await openSink((head) => answers("http")(head));
  const secure = await openSink((head) => answers("https")(head), { isSecure: true });
  return {
    get received() {
      return plain.received + secure.received;
    },
    receivedAt: (host) =>
      (plain.received + secure.received)
        .split(/(?=(?:GET|POST|PUT|PATCH|DELETE) \S+ HTTP\/1\.1\r\n)/)
        .filter((each) => new RegExp(`^host: ${host.replaceAll(".", "[.]")}\r$`, "im").test(each))
        .join(""),
    answerWith: (given) => {
      answers = given;
    },
    forget: () => {
      plain.forget();
      secure.forget();
      answers = asWorkspace;
    },
    network: everyNameAt({ plain: plain.port, secure: secure.port }),
    close: async () => {
      await plain.close();
      await secure.close();
    },
  };
}

/** A Plumbline of one user in that world; gives how its API is asked. */
export function openPlumb(
  world: HostileWorld,
  environment: Readonly<Record<string, string>>,
  more: Partial<Parameters<typeof openEmbedded>[0]> = {},
) {
  const embedded = openEmbedded({
    version: "0",
    dir: ":memory:",
    environment: { PLUMB_CLOUD: "vendors", ...environment },
    clock: systemClock,
    ids: systemIds,
    network: exchangeOver(world.network),
    ...more,
  });
  return {
    /** `standing`: under which header a PUT expects whatever stands, or nothing. */
    ask: async (
      method: string,
      path: string,
      body?: unknown,
      standing: "if-match" | "if-none-match" = "if-none-match",
    ) => {
      const headers: Readonly<Record<string, string>> =
        method === "PUT" || method === "DELETE" ? { [standing]: "*" } : {};
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const response = await embeddedFetch(embedded)(new Request(`http://test${path}`, init));
      return { status: response.status, text: await response.text() };
    },
    close: () => embedded.close(),
  };
}
