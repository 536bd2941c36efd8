import type { Mistake } from "../mistake.ts";

const line = "stack list --server https://plumb.example";
const problem = (status: number, code: string, detail: string) =>
  JSON.stringify({ type: "about:blank", title: "refused", status, code, detail, problems: [] });

/** Servers that are wrongly named, not there, or refuse. */
export const server: readonly Mistake[] = [
  {
    name: "an address without its scheme",
    line: "stack list --server plumb.example",
    says: ["--server", "plumb.example", "https://plumb.example"],
  },
  {
    name: "a port for a scheme",
    line: "stack list --server localhost:8788",
    says: ["--server", "localhost:8788", "http://localhost:8788"],
  },
  {
    name: "another scheme",
    line: "stack list --server ftp://plumb.example",
    says: ["--server", "https://plumb.example"],
  },
  { name: "no host", line: "stack list --server http://", says: ["--server", "https://plumb.example"] },
  {
    name: "a password in the address",
    line: "stack list --server https://ann:hunter2@plumb.example",
    says: ["--server", "PLUMB_TOKEN", "plumb login"],
    never: ["hunter2"],
  },
  {
    name: "nothing listens",
    line: "stack list --server http://127.0.0.1:9",
    server: { failsWith: "ECONNREFUSED", says: "connect ECONNREFUSED 127.0.0.1:9" },
    says: ["http://127.0.0.1:9", "nothing listens", "plumb serve"],
    exit: 1,
  },
  {
    name: "there is no such host",
    line,
    server: { failsWith: "ENOTFOUND", says: "getaddrinfo ENOTFOUND plumb.example" },
    says: ["https://plumb.example", "no host", "--server"],
    exit: 1,
  },
  {
    name: "a certificate that is not trusted",
    line,
    server: { failsWith: "SELF_SIGNED_CERT_IN_CHAIN", says: "self-signed certificate in certificate chain" },
    says: ["certificate", "NODE_EXTRA_CA_CERTS"],
    exit: 1,
  },
  {
    name: "http spoken to a port of https",
    line,
    server: { failsWith: "EPROTO", says: "write EPROTO 0:error:0A00010B:SSL routines:wrong version number" },
    says: ["https", "http://plumb.example"],
    never: ["0A00010B"],
    exit: 1,
  },
  {
    name: "not signed in",
    line,
    server: { status: 401, body: problem(401, "unauthenticated", "no token") },
    says: ["not signed in", "plumb login --server https://plumb.example", "PLUMB_TOKEN"],
    exit: 4,
  },
  {
    name: "a right that is lacking",
    line,
    server: { status: 403, body: problem(403, "forbidden", "the role viewer of ann does not permit it") },
    says: ["viewer", "admin", "plumb whoami"],
    exit: 4,
  },
  {
    name: "a proxy asks for a token",
    line,
    server: { status: 401, body: "<html>401 Authorization Required</html>", headers: { "content-type": "text/html" } },
    says: ["401", "--server", "proxy"],
    exit: 4,
  },
  {
    name: "a proxy refuses",
    line,
    server: { status: 403, body: "<html>Forbidden</html>", headers: { "content-type": "text/html" } },
    says: ["403", "--server"],
    exit: 4,
  },
  {
    name: "a page of another service",
    line,
    server: { status: 200, body: "<html>Welcome</html>", headers: { "content-type": "text/html" } },
    says: ["200", "not one of Plumbline's", "--server"],
    exit: 1,
  },
  {
    name: "a gateway without a server behind it",
    line,
    server: { status: 502, body: "<html>Bad gateway</html>", headers: { "content-type": "text/html" } },
    says: ["502", "--server"],
    exit: 1,
  },
  {
    name: "a token over http",
    line: "stack list --server http://plumb.example",
    environment: { PLUMB_TOKEN: "secret-token" },
    server: { status: 200, body: "{}" },
    says: ["token", "readable", "https"],
    never: ["secret-token"],
    exit: 4,
  },
  { name: "`login` without a server", line: "login", says: ["--server"] },
];
