import { join } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import { isJsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import type { CliContext } from "../cli-context.ts";
import { configFolder } from "../login/config-folder.ts";

/** An origin that credentials of this user may go to although it is no vendor's. */
export interface TrustedOrigin {
  readonly origin: string;
  /** It may have a private address. */
  readonly mayBePrivate: boolean;
}

type OriginContext = { readonly files: Pick<CliContext["files"], "readPrivate" | "changePrivate"> } & Pick<
  CliContext,
  "environment"
>;

/** By origin. Throws a Fault where another user can have written the file, or no user can have. */
export async function trustedOrigins(context: OriginContext): Promise<readonly TrustedOrigin[]> {
  const path = pathIn(context);
  const text = path === undefined ? undefined : await context.files.readPrivate(path);
  return path === undefined ? [] : originsIn(text, path);
}

function originsIn(text: string | undefined, path: string): readonly TrustedOrigin[] {
  if (text === undefined) return [];
  const document = parsedJson(text);
  const origins = isJsonObject(document) ? document["trusted"] : undefined;
  if (!Array.isArray(origins))
    throw new Fault("store-failed", `${path} is not as plumb wrote it: remove it, and trust again what is meant`);
  return origins.flatMap((each) => {
    if (!isJsonObject(each) || typeof each["origin"] !== "string") return [];
    return [{ origin: each["origin"], mayBePrivate: each["private"] === true }];
  });
}

/** Remembers an origin in a file that only the user may read, in place of what was said of it before. */
export async function trustOrigin(trusted: TrustedOrigin, context: OriginContext): Promise<void> {
  await change((before) => [...before.filter(({ origin }) => origin !== trusted.origin), trusted], context);
}

/** Forgets an origin; false where it was not trusted. */
export async function distrustOrigin(origin: string, context: OriginContext): Promise<boolean> {
  let wasTrusted = false;
  await change((before) => {
    wasTrusted = before.some((each) => each.origin === origin);
    return wasTrusted ? before.filter((each) => each.origin !== origin) : null;
  }, context);
  return wasTrusted;
}

/** Keeps what is to be trusted instead of what is so far; null leaves it. */
async function change(
  next: (before: readonly TrustedOrigin[]) => readonly TrustedOrigin[] | null,
  context: OriginContext,
): Promise<void> {
  const path = pathIn(context);
  if (path === undefined) throw new Fault("store-failed", "nothing tells where your settings are kept: set HOME");
  await context.files.changePrivate(path, (text) => {
    const trusted = next(originsIn(text, path))
      ?.toSorted((a, b) => (a.origin < b.origin ? -1 : 1))
      .map(({ origin, mayBePrivate }) => ({ origin, private: mayBePrivate }));
    return trusted === undefined ? null : `${JSON.stringify({ trusted }, null, 2)}\n`;
  });
}

function pathIn({ environment }: OriginContext): string | undefined {
  const folder = configFolder(environment);
  return folder === undefined ? undefined : join(folder, "providers.json");
}
