import { beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../../../../packages/base/json/json.ts";
import { attachments, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { forgetResource, importState } from "../state/edit-state.ts";
import { exportState } from "../state/export-state.ts";
import { errorsIn, undone } from "./undo-world.fixture.ts";

// Once an import has put another state in the place of what a run recorded, nothing tells any more what the run did.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const exported = async () => (await exportState("dev", world)) as unknown as Json;

describe("an undo after `state import`", () => {
  test("is refused where the import has put back or dropped what the run recorded", async () => {
    await up(world, attachments({ a: "one" }));
    const older = await exported();
    const changed = await up(world, attachments({ a: "two" }));
    const made = await up(world, attachments({ a: "two", b: "new" }));
    await importState("dev", older, true, world);
    for (const of of [changed, made]) {
      const view = await planUndo("dev", of.run, world);
      expect(errorsIn(view)).toMatchObject([{ code: "journal-incomplete" }]);
      expect(errorsIn(view)[0]?.detail).toContain("state import");
      const writes = (await world.writes()).length;
      expect((await run(world, view.digest)).status).not.toBe("done");
      expect((await world.writes()).length).toBe(writes);
    }
  });

  test("is possible where the import has changed nothing of it", async () => {
    await up(world, attachments({ a: "one" }));
    const changed = await up(world, attachments({ a: "two" }));
    await importState("dev", await exported(), false, world);
    await undone(world, changed);
    expect(await world.wire("GET", "v1/projects/acme/locations/here/endpointAttachments/a")).toMatchObject({
      description: "one",
    });
  });

  test("leaves alone what `state rm` has forgotten", async () => {
    const made = await up(world, attachments({ a: "one", b: "new" }));
    await forgetResource("dev", "b", world);
    const writes = (await world.writes()).length;
    await undone(world, made);
    expect((await world.writes()).slice(writes)).toEqual(["delete a"]);
  });

  test("tells of each record that the import it undoes has replaced: it writes no record but by a look at the platform", async () => {
    await up(world, attachments({ a: "one", b: "same" }));
    const older = await exported();
    await up(world, attachments({ a: "two", b: "same" }));
    await importState("dev", older, true, world);
    const edit = (await world.store.readJournal("dev")).at(-1)?.run ?? "";
    const writes = await world.writes();
    const { problems } = await planUndo("dev", edit, world);
    expect(problems).toMatchObject([{ code: "record-stays", severity: "warning", address: "a" }]);
    expect(problems[0]?.detail).toContain("`plumb refresh`");
    expect(await world.writes()).toEqual(writes);
  });

  test("an import tells what it forgets", async () => {
    await up(world, attachments({ a: "one" }));
    const older = await exported();
    await up(world, attachments({ a: "two", b: "new" }));
    const { forgotten } = await importState("dev", older, true, world);
    expect(forgotten).toEqual([
      {
        name: "b",
        type: "connectors:EndpointAttachment",
        id: "projects/acme/locations/here/endpointAttachments/b",
      },
    ]);
  });
});
