/** For tests: an identity provider on this machine, which signs in whoever comes. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { generateKeyPair, SignJWT } from "jose";

const clientId = "plumb-cli";

export class IdentityProvider {
  /** What the pages answer instead: a code of an error. */
  refusal: string | null = null;
  /** How often the user's entering of the code is still to come. */
  pending = 0;
  /** What a browser was sent with, and the forms of the token endpoint. */
  readonly asked: Readonly<Record<string, string>>[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #keys = generateKeyPair("RS256");

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", this.issuer);
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const answers: Readonly<Record<string, () => object | Promise<object>>> = {
      "/.well-known/openid-configuration": () => this.#discovery(),
      "/device": () => ({
        device_code: "d-1",
        user_code: "WDJB",
        verification_uri: `${this.issuer}/activate`,
        expires_in: 60,
      }),
      "/token": () => this.#token(form),
    };
    if (pathname === "/authorize") return this.#sendBack(searchParams, response);
    const body = (await answers[pathname]?.()) ?? { error: "not_found" };
    response.writeHead("error" in body ? 400 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  #discovery(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      device_authorization_endpoint: `${issuer}/device`,
      token_endpoint: `${issuer}/token`,
      authorization_response_iss_parameter_supported: true,
    };
  }

  #sendBack(asked: URLSearchParams, response: ServerResponse): void {
    this.asked.push(Object.fromEntries(asked));
    const back = new URL(asked.get("redirect_uri") ?? "");
    const told = this.refusal === null ? { code: "c-1" } : { error: this.refusal };
    const parameters = { ...told, state: asked.get("state") ?? "", iss: this.issuer };
    for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  }

  async #token(form: Readonly<Record<string, string>>): Promise<object> {
    this.asked.push(form);
    if (form["device_code"] !== undefined) {
      this.pending -= 1;
      return this.pending >= 0 ? { error: "authorization_pending" } : this.#granted();
    }
    const page = this.asked.find((each) => each["code_challenge"] !== undefined) ?? {};
    const digest = createHash("sha256")
      .update(form["code_verifier"] ?? "")
      .digest("base64url");
    const isRight = digest === page["code_challenge"] && form["redirect_uri"] === page["redirect_uri"];
    return isRight && form["code"] === "c-1" ? this.#granted() : { error: "invalid_grant" };
  }

  async #granted(): Promise<object> {
    const { privateKey } = await this.#keys;
    const idToken = new SignJWT({ iss: this.issuer, aud: clientId, sub: "ann" }).setProtectedHeader({ alg: "RS256" });
    const id_token = await idToken.setIssuedAt().setExpirationTime("5m").sign(privateKey);
    return { access_token: "a-1", token_type: "Bearer", expires_in: 3600, refresh_token: "r-1", id_token };
  }
}
