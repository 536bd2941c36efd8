import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { partOf } from "../properties/part-of-cases.ts";
import { type Form, foreignIn, forms, ownIn } from "./address-forms.fixture.ts";
import { holdsCanary, type VendorCase, vendors } from "./canaries.fixture.ts";
import { asWorkspace, type HostileWorld, openHostileWorld } from "./hostile-world.fixture.ts";
import { doWithImported } from "./imported-state.fixture.ts";
import { keysFrom, type Libraries, librariesAt, openLibraries, planesAt, webhookTo } from "./own-sinks.fixture.ts";
import { getThrough } from "./proxied.fixture.ts";
import { answer, openSink, type Sink } from "./sink.fixture.ts";
import { namesMeaning, openTrusting, planThrough } from "./table.fixture.ts";

let world: HostileWorld;
let libraries: Libraries;
let proxy: Sink;
beforeAll(async () => {
  world = await openHostileWorld();
  libraries = openLibraries();
  proxy = await openSink(() => answer("502 Bad Gateway", {}));
});
afterAll(async () => {
  await world.close();
  libraries.close();
  await proxy.close();
});
beforeEach(() => world.forget());

const all = Object.values(vendors);
const canaries = all.map(({ canary }) => canary);
const pick = (name: string): VendorCase => {
  const found = vendors[name];
  if (found === undefined) throw new Error("no such vendor");
  return found;
};

/** Leads every vendor to every address of a form, one after the other. Nothing at all may arrive anywhere. */
async function eachForeign(
  form: Form,
  lead: (vendor: VendorCase, address: string) => Promise<string>,
): Promise<string> {
  let said = "";
  for (const vendor of all) for (const address of foreignIn(form, vendor.home)) said += await lead(vendor, address);
  expect(world.received).toBe("");
  return said;
}

/** What a vendor that is asked answers: it points elsewhere, in any of the forms. */
async function eachPointing(
  form: Form,
  among: readonly VendorCase[],
  point: (address: string) => void,
): Promise<string> {
  let said = "";
  for (const vendor of among) {
    for (const address of foreignIn(form, vendor.home)) {
      world.forget();
      point(address);
      said += await planThrough(world, vendor, vendor.home, "baseUrl", { DATABRICKS_HOST: vendor.home });
      const home = world.receivedAt(new URL(vendor.home).host);
      expect(home).not.toBe("");
      expect(holdsCanary(world.received.replace(home, ""), vendor.canary)).toBe(false);
      expect(world.received).not.toContain("/stolen");
    }
  }
  world.forget();
  return said;
}

/**
 * Ways in which somebody can lead a credential astray. Each is led in one form, through every vendor that has the way;
 * gives all that was answered. What a sink may have received by right is forgotten once it was looked at.
 */
const channels: Readonly<Record<string, (form: Form) => Promise<string>>> = {
  baseUrl: (form) => eachForeign(form, (vendor, address) => planThrough(world, vendor, address)),
  host: (form) => eachForeign(form, (vendor, address) => planThrough(world, vendor, address, "host")),
  "token endpoint": (form) =>
    eachPointing(form, [pick("databricks by secret")], (address) =>
      world.answerWith((scheme) => (head) => {
        if (!head.includes("/.well-known/")) return asWorkspace(scheme)(head);
        return answer("200 OK", { token_endpoint: `${address}/stolen`, host_type: "workspace" });
      }),
    ),
  "3xx redirect": (form) =>
    eachPointing(form, all, (address) =>
      world.answerWith((scheme) => (head) => {
        if (head.startsWith("POST /oidc") || head.includes("/.well-known/")) return asWorkspace(scheme)(head);
        return answer("307 Temporary", {}, { location: `${address}/stolen` });
      }),
    ),
  "DNS name to private": async (form) => {
    let said = "";
    for (const vendor of all) {
      const names = namesMeaning(world, []);
      const plumb = await openTrusting(world, vendor, ownIn(form, "gateway.example"), names);
      for (const meaning of ["127.0.0.1", "::1", "169.254.169.254", "10.0.0.9", "fd00::1"]) {
        names.mean([[meaning]]);
        said += await plumb.plan();
        expect(names.pinned).toEqual([]);
        expect([form, meaning, names.isLookedUp]).toEqual([form, meaning, form !== "http" && form !== "userinfo"]);
      }
      await plumb.close();
    }
    expect(world.received).toBe("");
    return said;
  },
  rebinding: async (form) => {
    let said = "";
    for (const vendor of all) {
      const names = namesMeaning(world, [["203.0.113.9"], ["127.0.0.1"]]);
      const plumb = await openTrusting(world, vendor, ownIn(form, "gateway.example"), names);
      said += await plumb.plan();
      await plumb.close();
      // Connected to what was looked at, and to nothing that the name means a moment later.
      const isRefused = form === "http" || form === "userinfo";
      expect(new Set(names.pinned)).toEqual(new Set(isRefused ? [] : ["203.0.113.9"]));
    }
    // That place is trusted, and has had the credential.
    world.forget();
    return said;
  },
  "proxy variables": async (form) => {
    let said = "";
    const google = pick("google");
    for (const address of foreignIn(form, google.home))
      said += await getThrough(proxy, google, { ...google.environment, PLUMB_CLOUD: "vendors" }, address);
    expect(said).toContain("provider-untrusted");
    expect(proxy.received).toBe("");
    return said;
  },
  webhook: (form) => webhookTo(world, ownIn(form, "hooka.example"), form === "http" || form === "userinfo"),
  issuer: (form) => keysFrom(world, { issuer: ownIn(form, "ida.example") }, form === "http" || form === "userinfo"),
  JWKS: (form) =>
    keysFrom(world, { keysUrl: `${ownIn(form, "keysa.example")}/keys` }, form === "http" || form === "userinfo"),
  "JWKS redirect": (form) => keysFrom(world, { redirect: `${ownIn(form, "evila.example")}/stolen` }, false),
  "recorded provider": (form) =>
    eachForeign(form, (vendor, address) => doWithImported(world, vendor, address, ["refresh"])),
  "recorded provider: undo": (form) =>
    eachForeign(form, (vendor, address) => doWithImported(world, vendor, address, ["undo"])),
  "recorded provider: destroy, resume": (form) =>
    eachForeign(form, (vendor, address) => doWithImported(world, vendor, address, ["resume"])),
  "recorded provider: get, lookup, import": (form) =>
    eachForeign(form, (vendor, address) => doWithImported(world, vendor, address, ["read"])),
  "vendors' libraries": (form) => librariesAt(world, libraries, (home) => foreignIn(form, home)),
  "ARM plane by aud": (form) => planesAt(world, (home) => foreignIn(form, home)),
};

describe.each(Object.entries(channels))("%s", (_, lead) => {
  test.each(partOf(forms, 3))("%s", { timeout: 120_000 }, async (form) => {
    const said = await lead(form);
    for (const canary of canaries) {
      expect(holdsCanary(world.received, canary)).toBe(false);
      expect(said).not.toContain(canary);
    }
  });
});
