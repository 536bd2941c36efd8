import { beforeEach, describe, expect, test } from "vitest";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { renameResource } from "../state/edit-state.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { errorsIn, gateway, seenIn, undone } from "./undo-world.fixture.ts";

// The undo of a run after a later one whose operation ended with an error, and had changed the object all the same.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const described = (description: string) => declared({ it: gateway("one", { description }) });
const labelled = (description: string, team: string) =>
  declared({ it: gateway("one", { description, labels: { team } }) });

/** Where the platform has it. */
const place = "v1/projects/acme/locations/here/endpointAttachments/one";

/** Its description and its labels there. */
async function both() {
  const found = await world.wire("GET", place);
  return [found["description"], found["labels"]];
}

/** A run that changes the description, and whose operation ends with the platform's error. */
async function failing(to: string | DeclarationText, effect: "holds" | "lost") {
  const declaration = typeof to === "string" ? described(to) : to;
  await world.wire("POST", "_local/faults", {
    id: declaration.text,
    match: { vendor: "google", method: "PATCH", path: "**/endpointAttachments/one", times: 1 },
    fault: { kind: "failed-operation", code: 13, effect },
  });
  const changing = await run(world, await plan(world, declaration));
  expect(changing).toMatchObject({ status: "failed", problems: [{ code: "operation-failed" }] });
  return changing;
}

describe("of the creation", () => {
  test("is refused, since the object would go with what the later run has set", async () => {
    const making = await up(world, described("one"));
    const changing = await failing("two", "holds");
    const errors = errorsIn(await planUndo("dev", making.run, world));
    expect(errors).toMatchObject([{ code: "stands-on-it", address: "it" }]);
    expect(errors[0]?.detail).toContain(`was changed by run ${changing.run} (\`description\`)`);
    expect(await seenIn(world).described("one")).toBe("two");
  });

  test("deletes it once the later run is undone", async () => {
    const making = await up(world, described("one"));
    await undone(world, await failing("two", "holds"));
    expect(await seenIn(world).described("one")).toBe("one");
    await undone(world, making);
    expect(await seenIn(world).described("one")).toBeNull();
  });

  test("deletes it where the operation has changed nothing", async () => {
    const making = await up(world, described("one"));
    await failing("two", "lost");
    await undone(world, making);
    expect(await seenIn(world).described("one")).toBeNull();
  });

  test("is refused under another name as well, and the later run can be undone all the same", async () => {
    const making = await up(world, described("one"));
    const changing = await failing("two", "holds");
    await renameResource("dev", "it", "other", world);
    expect(errorsIn(await planUndo("dev", making.run, world))).toMatchObject([{ code: "stands-on-it" }]);
    await undone(world, changing);
    expect(await seenIn(world).described("one")).toBe("one");
    await renameResource("dev", "other", "it", world);
    await undone(world, making);
    expect(await seenIn(world).described("one")).toBeNull();
  });

  test("is refused after a refresh as well, which records no change of what is declared", async () => {
    const making = await up(world, described("one"));
    await failing("two", "holds");
    world.advance(60_000);
    await refreshStack("dev", world);
    expect(errorsIn(await planUndo("dev", making.run, world))).toMatchObject([{ code: "stands-on-it" }]);
  });

  test("goes by what is recorded once a later run has written the object", async () => {
    const making = await up(world, described("one"));
    await failing("two", "holds");
    await up(world, described("one"));
    const path = "v1/projects/acme/locations/here/endpointAttachments/one?updateMask=description";
    await world.wire("PATCH", path, { description: "two" });
    await undone(world, making);
    expect(await seenIn(world).described("one")).toBeNull();
  });
});

describe("of a change", () => {
  test("is refused where it would write over what the later run has set", async () => {
    await up(world, described("one"));
    const changing = await up(world, described("two"));
    const later = await failing("three", "holds");
    const errors = errorsIn(await planUndo("dev", changing.run, world));
    expect(errors).toMatchObject([{ code: "stands-on-it", address: "it" }]);
    expect(errors[0]?.detail).toContain(later.run);
    await undone(world, later);
    await undone(world, changing);
    expect(await seenIn(world).described("one")).toBe("one");
  });

  test("is refused where it ended with an error itself", async () => {
    await up(world, described("one"));
    const changing = await failing("two", "holds");
    const later = await failing("three", "holds");
    expect(errorsIn(await planUndo("dev", changing.run, world))).toMatchObject([{ code: "stands-on-it" }]);
    await undone(world, later);
    await undone(world, changing);
    expect(await seenIn(world).described("one")).toBe("one");
  });
});

test("such a change is the failed run's, be it that a later one has recorded it", async () => {
  const making = await up(world, described("one"));
  const changing = await failing("two", "holds");
  world.advance(60_000);
  const recording = await up(world, described("two"));
  expect(errorsIn(await planUndo("dev", making.run, world))[0]?.detail).toContain(`by run ${changing.run} `);
  await undone(world, recording);
  expect(await seenIn(world).described("one")).toBe("two");
  await undone(world, changing);
  expect(await seenIn(world).described("one")).toBe("one");
  await undone(world, making);
  expect(await seenIn(world).described("one")).toBeNull();
});

test("nor does another one between them take it over, which has changed nothing", async () => {
  const making = await up(world, described("one"));
  const changing = await failing("two", "holds");
  await failing("three", "lost");
  world.advance(60_000);
  const recording = await up(world, described("two"));
  expect(errorsIn(await planUndo("dev", making.run, world))[0]?.detail).toContain(`by run ${changing.run} `);
  await undone(world, recording);
  await undone(world, changing);
  expect(await seenIn(world).described("one")).toBe("one");
});

test("what a failed change has done in part is undone with it, though a later run has done the rest", async () => {
  const making = await up(world, labelled("one", "a"));
  const changing = await failing(labelled("two", "b"), "holds");
  await world.wire("PATCH", `${place}?updateMask=labels`, { labels: { team: "a" } });
  world.advance(60_000);
  const completing = await up(world, labelled("two", "b"));
  const refused = async (of: { readonly run: string }) =>
    errorsIn(await planUndo("dev", of.run, world)).map(({ detail }) => detail);
  expect(await refused(making)).toEqual([expect.stringContaining("was changed by run")]);
  // The failed run meant to change the label as well.
  expect(await refused(changing)).toEqual([
    expect.stringContaining(`\`labels.team\` of \`it\` was changed by run ${completing.run} since`),
  ]);
  await undone(world, completing);
  expect(await both()).toEqual(["two", { team: "a" }]);
  await undone(world, changing);
  expect(await both()).toEqual(["one", { team: "a" }]);
  await undone(world, making);
  expect(await seenIn(world).described("one")).toBeNull();
});

test("what two failed changes have done is undone with each, though a third run has recorded both", async () => {
  await up(world, labelled("one", "a"));
  const first = await failing(labelled("two", "a"), "holds");
  world.advance(60_000);
  const second = await failing(labelled("two", "b"), "holds");
  world.advance(60_000);
  const recording = await up(world, labelled("two", "b"));
  await undone(world, recording);
  expect(await both()).toEqual(["two", { team: "b" }]);
  await undone(world, second);
  expect(await both()).toEqual(["two", { team: "a" }]);
  await undone(world, first);
  expect(await both()).toEqual(["one", { team: "a" }]);
});
