import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What a vendor answers that gives back whatever it was sent. */
export interface EchoForm {
  readonly status: number;
  readonly isHtml?: boolean;
}

/** A vendor on this machine that gives back all that it was sent, in the forms that messages have for it. */
export interface Echo {
  /** All addresses lead there. */
  readonly network: (request: Request) => Promise<Response>;
  /** How requests are answered from now on, by what they ask. */
  answerWith(form: (request: Request) => EchoForm): void;
  close(): Promise<void>;
}

/** A text as a vendor may show it. */
function formsOf(text: string): readonly string[] {
  return [
    text,
    encodeURIComponent(text),
    new URLSearchParams({ "": text }).toString().slice(1),
    JSON.stringify(text),
    Buffer.from(text).toString("base64"),
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"),
    ...(text.length > 20 ? [`${text.slice(0, 14)}...`, `...${text.slice(-14)}`] : []),
  ];
}

/** Whatever a request carries: its fields, what Basic stands for, and the fields of a form. */
function carried({ headers }: IncomingMessage, body: string): readonly string[] {
  const fields = Object.values(headers).flatMap((each) => each ?? []);
  const bare = fields.map((each) => each.replace(/^(Bearer|Basic) /, ""));
  const basic = fields.filter((each) => each.startsWith("Basic ")).map((each) => Buffer.from(each.slice(6), "base64"));
  const pairs = basic.flatMap((each) => [each.toString(), ...each.toString().split(":")]);
  return [...fields, ...bare, ...pairs, ...pairs.map(decodeURIComponent), ...new URLSearchParams(body).values(), body];
}

/** Message, code and fields as each of the vendors has them. */
function documentOf(status: number, texts: readonly string[]): object {
  const message = texts.join(" | ");
  return {
    error: {
      ...{
        code: status,
        status: message,
        message,
        target: message,
        errors: texts.map((reason) => ({ reason, message: reason })),
      },
      details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: message, metadata: { said: message } }],
    },
    ...{ error_code: message, message, error_description: message, details: texts, name: message, id: message },
    ...{
      etag: message,
      properties: { displayName: message, said: texts },
      setting_name: message,
      said: texts,
      [message]: 1,
    },
  };
}

export async function openEcho(): Promise<Echo> {
  let form: (request: Request) => EchoForm = () => ({ status: 400 });
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
    const [status = "400", isHtml = ""] = String(incoming.headers["x-echo"]).split(" ");
    delete incoming.headers["x-echo"];
    const texts = carried(incoming, body).flatMap(formsOf);
    const line = texts
      .filter((each) => /^[\x20-\x7e]*$/.test(each))
      .join(" ")
      .slice(0, 4000);
    outgoing.writeHead(Number(status), line.slice(0, 200), {
      "content-type": isHtml === "html" ? "text/html" : "application/json",
      location: `https://elsewhere.example/${encodeURIComponent(line.slice(0, 500))}`,
      ...{
        "www-authenticate": `Bearer error="${line}"`,
        "x-request-id": line,
        "x-ms-request-id": line,
        "x-ms-error-code": line,
      },
    });
    outgoing.end(
      isHtml === "html"
        ? `<html><body>${texts.join("<br>")}</body></html>`
        : JSON.stringify(documentOf(Number(status), texts)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    network: async (request) => {
      const { pathname, search } = new URL(request.url);
      const { status, isHtml = false } = form(request);
      const sent = new Request(`${origin}${pathname}${search}`, request);
      sent.headers.set("x-echo", `${status} ${isHtml ? "html" : "json"}`);
      return fetch(sent);
    },
    answerWith: (given) => {
      form = given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The longest piece of a secret that stands in a text, in any of its forms; empty for one of fewer than `least`
 * characters.
 */
export function pieceOf(secret: string, text: string, least: number): string {
  let longest = "";
  for (const form of formsOf(secret).slice(0, 6))
    for (let from = 0; from + least <= form.length; from += 1)
      while (text.includes(form.slice(from, from + Math.max(least, longest.length + 1))))
        if (from + Math.max(least, longest.length + 1) > form.length) break;
        else longest = form.slice(from, from + Math.max(least, longest.length + 1));
  return longest;
}
