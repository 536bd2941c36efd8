import { beforeEach, describe, expect, test } from "vitest";
import type { ApiWorld } from "./api-world.ts";
import { PeopledWorld } from "./people.ts";

// Roles, tokens and the audit log name people and machines by ids. What the service knows of their names it says beside
// them.

let world: ApiWorld;
let owner: string;
let reader: string;
beforeEach(async () => {
  const peopled = await PeopledWorld.open();
  world = peopled.api;
  owner = peopled.owner;
  reader = peopled.tokenOf("reader") ?? "";
});

const send = (token: string, method: string, path: string, body?: unknown) =>
  world.call(method, path, { token, ...(body === undefined ? {} : { body }) });
async function readerThemselves(): Promise<{ readonly principal: string; readonly name: string }> {
  const { body } = await send(reader, "GET", "/v1/whoami");
  return (body as { readonly caller: { readonly principal: string; readonly name: string } }).caller;
}
const assignments = "/v1/projects/test/stacks/here/role-assignments";
const grant = (subject: string) =>
  send(owner, "PUT", `${assignments}/${encodeURIComponent(subject)}`, { role: "reader" });

describe("a role that is given", () => {
  test("to a person who has signed in tells their name, without a warning", async () => {
    const { principal, name } = await readerThemselves();
    const given = await grant(principal);
    expect([given.status, given.body]).toMatchObject([200, { subject: principal, subjectName: name }]);
    expect(given.body).toHaveProperty("problems", []);
    const listed = await send(owner, "GET", assignments);
    expect(listed.body).toMatchObject({
      assignments: expect.arrayContaining([expect.objectContaining({ subject: principal, subjectName: name })]),
    });
  });

  test.each(["user:https://id.acme.example|adda", "token:0123456789ab"])(
    "to %s, whom the service has never seen, is given with a warning",
    async (subject) => {
      const given = await grant(subject);
      expect([given.status, given.body]).toMatchObject([
        200,
        { subject, problems: [{ code: "principal-unknown", severity: "warning" }] },
      ]);
      expect(given.body).not.toHaveProperty("subjectName");
      expect((await send(owner, "GET", assignments)).text).toContain(subject);
    },
  );

  test("to a group is no matter of names", async () => {
    expect((await grant("group:sre")).body).toHaveProperty("problems", []);
  });

  test("to a machine's token tells what the token is called", async () => {
    const asked = { name: "nightly", role: "reader", expiresInDays: 1, machine: true };
    const { body } = await send(owner, "POST", "/v1/tokens", asked);
    const { principal } = body as { readonly principal: string };
    expect((await grant(principal)).body).toMatchObject({ subject: principal, subjectName: "nightly" });
  });
});

test("a list of tokens names their owners, and the audit log those who did something", async () => {
  await send(reader, "POST", "/v1/tokens", { name: "mine", role: "reader", expiresInDays: 1 });
  const { name } = await readerThemselves();
  const { tokens } = (await send(owner, "GET", "/v1/tokens")).body as { readonly tokens: readonly object[] };
  expect(tokens).toContainEqual(expect.objectContaining({ name: "mine", ownerName: name }));
  const { entries } = (await send(owner, "GET", "/v1/audit-entries")).body as { readonly entries: readonly object[] };
  expect(entries).toContainEqual(expect.objectContaining({ operation: "createToken", principalName: name }));
});
