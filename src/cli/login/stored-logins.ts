import { join } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import type { CliContext } from "../cli-context.ts";
import { configFolder } from "./config-folder.ts";

/** What is kept of a login at one server. */
export interface StoredLogin {
  readonly clientId: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string | null;
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly refreshToken: string | null;
}

type LoginsByServer = Readonly<Record<string, StoredLogin>>;
type LoginContext = { readonly files: Pick<CliContext["files"], "readPrivate" | "changePrivate"> } & Pick<
  CliContext,
  "environment"
>;

/** The login at a server; undefined when there is none. */
export async function storedLogin(server: string, context: LoginContext): Promise<StoredLogin | undefined> {
  const path = pathIn(context);
  if (path === undefined) return undefined;
  const logins = loginsIn(await context.files.readPrivate(path));
  const key = placeOf(server);
  return Object.hasOwn(logins, key) ? logins[key] : undefined;
}

/**
 * Keeps a login in a file that only the user may read; null forgets it. Throws a Fault when there is no place for it.
 */
export async function storeLogin(server: string, login: StoredLogin | null, context: LoginContext): Promise<void> {
  const path = pathIn(context);
  if (path === undefined) throw new Fault("store-failed", "nothing tells where your settings are kept: set HOME");
  await context.files.changePrivate(path, (text) => {
    const { [placeOf(server)]: _, ...others } = loginsIn(text);
    const logins = login === null ? others : { ...others, [placeOf(server)]: login };
    return `${JSON.stringify(logins, null, 2)}\n`;
  });
}

/** A token belongs to one address: other applications of the same host do not get it. */
function placeOf(server: string): string {
  const url = URL.parse(server);
  return url === null ? server : `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function pathIn({ environment }: LoginContext): string | undefined {
  const folder = configFolder(environment);
  return folder === undefined ? undefined : join(folder, "logins.json");
}

/** What is damaged counts as no login: signing in writes the file anew. */
function loginsIn(text: string | undefined): LoginsByServer {
  const document = text === undefined ? undefined : parsedJson(text);
  if (!isJsonObject(document)) return {};
  return Object.fromEntries(
    Object.entries(document).flatMap(([server, value]) => {
      const login = loginOf(value);
      return login === null ? [] : [[server, login]];
    }),
  );
}

function loginOf(value: Json): StoredLogin | null {
  if (!isJsonObject(value)) return null;
  const { clientId, tokenEndpoint, revocationEndpoint, accessToken, expiresAt, refreshToken } = value;
  if (typeof clientId !== "string" || typeof tokenEndpoint !== "string" || typeof accessToken !== "string") return null;
  if (typeof expiresAt !== "number") return null;
  return {
    clientId,
    tokenEndpoint,
    revocationEndpoint: typeof revocationEndpoint === "string" ? revocationEndpoint : null,
    accessToken,
    expiresAt,
    refreshToken: typeof refreshToken === "string" ? refreshToken : null,
  };
}
