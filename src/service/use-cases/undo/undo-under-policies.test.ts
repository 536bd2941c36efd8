import { beforeEach, expect, test } from "vitest";
import type { Authority, Subject } from "../../access/authority.ts";
import {
  changedByHand,
  client,
  clientPath,
  declared,
  destroyed,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { errorsIn, member, seenIn, setting } from "./undo-world.fixture.ts";

// What an undo puts back, and what `onDestroy: restore` does, is asked of the policies as every other write, by the
// values that are sent.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const evil = "https://evil.example/cb";
const good = "https://portal.acme.example/callback";

/** The same world for a caller whom a policy keeps from some values. */
function under(isForbidden: (values: NonNullable<Subject["resource"]>["values"]) => boolean): TestDeployment {
  const authority: Authority = {
    ...world.authority,
    decide: (_action, { resource }) =>
      resource !== undefined && isForbidden(resource.values)
        ? { kind: "denied", why: "not there", policies: ["none"] }
        : { kind: "allowed" },
  };
  return { ...world, authority };
}

const noEvil = () => under((values) => values?.["allowedRedirectUris"]?.includes("evil") === true);

const meddle = () => changedByHand(world, clientPath, { allowedRedirectUris: [good, evil] });

const refusal = [{ code: "not-permitted" }];

test("a value that a run has put back is refused to its undo, in the plan and in the run", async () => {
  const declaration = declared({ portal: client() });
  await up(world, declaration);
  await meddle();
  const { run: of } = await up(world, declaration);
  expect(errorsIn(await planUndo("dev", of, noEvil()))).toMatchObject(refusal);
  const allowed = await planUndo("dev", of, world);
  expect(await run(noEvil(), allowed.digest)).toMatchObject({ status: "failed", problems: refusal });
  expect((await world.wire("GET", clientPath))["allowedRedirectUris"]).toEqual([good]);
});

test("what comes back with an undeleted object is refused", async () => {
  await up(world, declared({ portal: client() }));
  await meddle();
  const { run: of } = await destroyed(world);
  expect(errorsIn(await planUndo("dev", of, noEvil()))).toMatchObject(refusal);
});

test("what stood before us is refused to a destroy that restores it, and to an undo", async () => {
  const declaration = declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", { onDestroy: "restore" }) });
  const { run: of } = await up(world, declaration);
  const strict = under((values) => values?.["restrictWorkspaceAdmins"]?.includes("ALLOW_ALL") === true);
  const request = { stack: "dev", kind: "destroy", declaration: null, refresh: true } as const;
  expect(errorsIn(await planStack(request, strict))).toMatchObject(refusal);
  expect(errorsIn(await planUndo("dev", of, strict))).toMatchObject(refusal);
  const allowed = await planStack(request, world);
  expect(await run(strict, allowed.digest)).toMatchObject({ status: "failed", problems: refusal });
});

test("a grant that comes back beside a share is refused as if it were declared", async () => {
  const stranger = "user:stranger@evil.example";
  const role = "roles/compute.admin";
  await seenIn(world).grant("r", stranger, role);
  const { run: of } = await up(world, declared({ share: member("r", {}, { onDestroy: "restore" }) }));
  const strict = under((values) => values?.["member"] === stranger && values["role"] === role);
  expect(errorsIn(await planUndo("dev", of, strict))).toMatchObject(refusal);
  const request = { stack: "dev", kind: "destroy", declaration: null, refresh: true } as const;
  expect(errorsIn(await planStack(request, strict))).toMatchObject(refusal);
  const allowed = await planStack(request, world);
  expect(errorsIn(allowed)).toEqual([]);
  expect(await run(strict, allowed.digest)).toMatchObject({ status: "failed", problems: refusal });
  expect(await seenIn(world).grants("r")).not.toContain(`${role} ${stranger}`);
});
