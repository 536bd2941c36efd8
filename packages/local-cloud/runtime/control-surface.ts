import type { Fields } from "../../base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { documentCodec } from "../../base/json/plain.ts";
import type { LocalStorage } from "./local-storage.ts";
import type { Documents, EmulatorContext, LocalRoute, LocalVendor, Principal } from "./local-vendor.ts";

interface ControlOptions {
  readonly storage: LocalStorage;
  readonly vendors: readonly LocalVendor[];
  readonly mode: EmulatorContext["mode"];
}

/** Who is there before anybody seeds anything: the default caller and one of each kind that is refused. */
const nativePrincipals: readonly Principal[] = [
  { name: "admin@local.example", accountAdmin: true, workspaceMember: true, permitted: true },
  { name: "account-admin-only@local.example", accountAdmin: true, workspaceMember: false, permitted: true },
  { name: "member-only@local.example", accountAdmin: false, workspaceMember: true, permitted: true },
  { name: "nobody@local.example", accountAdmin: false, workspaceMember: false, permitted: false },
];

const principals = documentCodec<Principal>();

/** Everybody known: a seeded principal stands in for the native one of its name. */
export function knownPrincipals(documents: Documents): readonly Principal[] {
  const seeded = documents.list("principal").map(({ document }) => principals.read(document));
  const names = new Set(seeded.map((each) => each.name));
  return [...nativePrincipals.filter((each) => !names.has(each.name)), ...seeded];
}

/** The bearer token of a request; undefined when it carries none. */
export function bearerToken({ authorization = "" }: Fields): string | undefined {
  return /^bearer (.+)$/i.exec(authorization)?.[1];
}

/** The caller behind a bearer token, or null when there is none. An unknown name has no rights. */
export function principalOf(token: string | undefined, documents: Documents): Principal | null {
  if (token === undefined) return null;
  if (!token.startsWith("local:")) return nativePrincipals[0] ?? null;
  const name = token.slice("local:".length);
  const seeded = documents.get("principal", name);
  if (seeded !== undefined) return principals.read(seeded);
  return (
    nativePrincipals.find((each) => each.name === name) ?? {
      name,
      accountAdmin: false,
      workspaceMember: false,
      permitted: false,
    }
  );
}

/**
 * `/_local/`: ask which cloud this is, seed objects, read the write log, move the virtual clock. Not part of any
 * vendor's wire. `POST _local/seed` takes `{kind, ...}` or a list of them; all are seeded or none.
 */
export function controlRoutes(options: ControlOptions): readonly LocalRoute[] {
  return [
    {
      method: "POST",
      template: "_local/seed",
      handle: (request, _params, context) => {
        const seeds = Array.isArray(request.body) ? (request.body as readonly Json[]) : [request.body ?? null];
        const complaints = seeds.flatMap((seed) => seedObject(seed, options, context));
        if (complaints.length === 0) return { status: 200, body: { seeded: seeds.length } };
        return { status: 400, body: { message: complaints.join("; ") } };
      },
    },
    {
      method: "GET",
      template: "_local/cloud",
      handle: () => ({ status: 200, body: { id: options.storage.id } }),
    },
    {
      method: "GET",
      template: "_local/log",
      handle: (request) => {
        const after = Number(request.query.get("after") ?? 0);
        if (!Number.isInteger(after))
          return { status: 400, body: { message: "after must be the number of a log entry" } };
        return { status: 200, body: { writes: options.storage.writeLog(after).map((entry) => ({ ...entry })) } };
      },
    },
    {
      method: "POST",
      template: "_local/clock",
      handle: (request) => {
        const advance = isJsonObject(request.body) ? request.body["advanceMs"] : undefined;
        if (typeof advance !== "number" || !Number.isInteger(advance) || advance < 0) {
          return { status: 400, body: { message: "advanceMs must be a whole number of milliseconds, zero or more" } };
        }
        return { status: 200, body: { offsetMs: options.storage.count("clock-offset-ms", advance) } };
      },
    },
  ];
}

/** Makes what one seed says; gives what is wrong with it. */
function seedObject(seed: Json, options: ControlOptions, context: EmulatorContext): readonly string[] {
  if (!isJsonObject(seed) || typeof seed["kind"] !== "string") return ["a seed is an object with a `kind`"];
  const { kind, ...object } = seed as { kind: string } & JsonObject;
  if (kind === "principal") {
    if (typeof object["name"] !== "string") return ["a principal needs a `name`"];
    context.documents.put("principal", object["name"], {
      name: object["name"],
      accountAdmin: object["accountAdmin"] === true,
      workspaceMember: object["workspaceMember"] === true,
      permitted: object["permitted"] !== false,
    });
    return [];
  }
  for (const vendor of options.vendors) {
    const seeder = vendor.seeds[kind];
    if (seeder === undefined) continue;
    try {
      seeder(object, { ...context, documents: options.storage.documents(vendor.name) });
      return [];
    } catch (cause) {
      if (cause instanceof TypeError) return [`${kind}: ${cause.message}`];
      throw cause;
    }
  }
  const known = ["principal", ...options.vendors.flatMap((vendor) => Object.keys(vendor.seeds))];
  return [`unknown kind ${JSON.stringify(kind)}; known are ${known.join(", ")}`];
}
