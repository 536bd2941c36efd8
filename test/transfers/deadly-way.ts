import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** When who asks dies: as request number `request`, from 1, comes in, or once that was carried out. */
export interface Moment {
  readonly request: number;
  readonly carriedOut: boolean;
}

/** A way to a service, on which whoever asks can be killed. */
export class DeadlyWay {
  readonly #service: string;
  readonly #server: Server;
  #seen = 0;
  #death: (Moment & { readonly kill: () => void }) | null = null;

  private constructor(service: string) {
    this.#service = service;
    this.#server = createServer((request, response) => void this.#pass(request, response));
  }

  static async to(service: string): Promise<DeadlyWay> {
    const way = new DeadlyWay(service);
    await new Promise<void>((resolve) => way.#server.listen(0, "127.0.0.1", resolve));
    return way;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on requests are counted anew. */
  killAt(moment: Moment, kill: () => void): void {
    this.#seen = 0;
    this.#death = { ...moment, kill };
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    this.#seen += 1;
    const death = this.#death?.request === this.#seen ? this.#death : null;
    if (death?.carriedOut === false) return this.#end(death.kill, response);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answer = await fetch(`${this.#service}${request.url}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    });
    const said = Buffer.from(await answer.arrayBuffer());
    if (death !== null) return this.#end(death.kill, response);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(said);
  }

  #end(kill: () => void, response: ServerResponse): void {
    this.#death = null;
    kill();
    response.destroy();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
