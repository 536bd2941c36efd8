import { Fault } from "../../../../packages/base/fault.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The address under which the server is asked. What it leaves out comes from the variables of PostgreSQL's own programs
 * (`PGHOST` and so on). To a server on another machine it says that TLS is used and the server's name and certificate
 * are checked (`sslmode=verify-full`); an address that asks for less is refused. Throws Fault; no message shows the
 * address.
 */
export function serverAddress(text: string, environment: Environment): string {
  const url = readAddress(text);
  if (isOnThisMachine(hostOf(url, environment))) return text;
  const mode = url.searchParams.get("sslmode") ?? environment["PGSSLMODE"] ?? "verify-full";
  if (mode !== "verify-full" || url.searchParams.has("ssl") || url.searchParams.has("uselibpqcompat")) {
    throw new Fault(
      "store-failed",
      "the state database (PostgreSQL) is on another machine, and its address does not ask for a checked " +
        "connection: write `sslmode=verify-full` in it, and `sslrootcert=FILE` where the certificate is of an " +
        "authority of your own",
    );
  }
  // Written into the text and not into the URL: the driver reads addresses that a URL would not keep as they are.
  return url.searchParams.has("sslmode") ? text : `${text}${text.includes("?") ? "&" : "?"}sslmode=verify-full`;
}

function readAddress(text: string): URL {
  try {
    // A URL needs a host where there is a user; the address of a socket has none.
    const url = new URL(text.replace("@/", `@${noHost}/`));
    if (url.protocol === "postgres:" || url.protocol === "postgresql:") return url;
  } catch {
    // Said below, without the text: it may hold a password.
  }
  throw new Fault(
    "store-failed",
    "PLUMB_STORE is not the address of a PostgreSQL database, as in postgres://user@host:5432/database",
  );
}

const noHost = "no-host.invalid";

/** A name, an address, or the directory of a socket. */
function hostOf(url: URL, environment: Environment): string {
  const written = url.searchParams.get("host") ?? (url.hostname === noHost ? "" : decodeURIComponent(url.hostname));
  return written === "" ? (environment["PGHOST"] ?? "localhost") : written;
}

function isOnThisMachine(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return name.startsWith("/") || name === "localhost" || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
}
