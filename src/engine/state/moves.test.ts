import { describe, expect, test } from "vitest";
import { catalog } from "../../definitions/resources/catalog.ts";
import type { Intent } from "./journal.ts";
import { MovingState, withMoves } from "./moves.ts";
import { recordOf, stateOf } from "./records/record.fixture.ts";

const names = (...declared: readonly (readonly [string, ...string[]])[]) =>
  declared.map(([address, ...aliases]) => ({ address, aliases }));

describe("withMoves", () => {
  test("renames the record and whoever names it; uid and generation stay", () => {
    const leaf = recordOf("leaf", {
      dependsOn: ["old", "other"],
      options: { protect: true, onDestroy: "delete", deletedWith: "old", parent: "old" },
    });
    const other = recordOf("other");
    const before = stateOf(recordOf("old", { generation: 3 }), leaf, other);
    const { records } = withMoves(before, [{ from: "old", to: "new" }]);
    expect([...records.keys()]).toEqual(["new", "leaf", "other"]);
    expect(records.get("new")).toEqual(recordOf("old", { generation: 3, address: "new" }));
    expect(records.get("leaf")).toMatchObject({
      dependsOn: ["new", "other"],
      options: { protect: true, deletedWith: "new", parent: "new" },
    });
    expect(records.get("other")).toBe(other);
  });

  test("superseded objects and open intents follow", () => {
    const intent = { address: "old", uid: "u", record: null } as Intent;
    const before = {
      ...stateOf(recordOf("old")),
      superseded: [recordOf("old", { status: "superseded" }), recordOf("else", { status: "superseded" })],
      openIntents: [{ intent, operationName: null }],
    };
    const after = withMoves(before, [{ from: "old", to: "new" }]);
    expect(after.superseded.map(({ address }) => address)).toEqual(["new", "else"]);
    expect(after.openIntents[0]?.intent.address).toBe("new");
  });

  test("what an open call is to record names the new name", () => {
    const options = { protect: false, onDestroy: "delete", deletedWith: "old", parent: "old" };
    const record = { dependsOn: ["old", "other"], options } as unknown as Intent["record"];
    const call = { intent: { address: "leaf", uid: "u", record } as Intent, operationName: null };
    const untouched = { intent: { address: "other", uid: "v", record: null } as Intent, operationName: null };
    const before = { ...stateOf(recordOf("old")), openIntents: [call, untouched] };
    const after = withMoves(before, [{ from: "old", to: "new" }]);
    expect(after.openIntents[0]?.intent).toMatchObject({
      address: "leaf",
      record: { dependsOn: ["new", "other"], options: { deletedWith: "new", parent: "new" } },
    });
    expect(after.openIntents[1]).toBe(untouched);
  });

  test("without moves the state is the same", () => {
    const state = stateOf(recordOf("a"));
    expect(withMoves(state, [])).toBe(state);
  });
});

describe("aliases", () => {
  test.each([
    ["the first alias that has a record", names(["new", "never", "old", "older"]), [{ from: "old", to: "new" }]],
    ["no record, no move", names(["new", "never"]), []],
    ["a record of its own comes first", names(["older", "old"]), []],
    ["what is declared itself stays", names(["new", "old"], ["old"]), []],
    ["two want one: the first has it", names(["new", "old"], ["newer", "old"]), [{ from: "old", to: "new" }]],
  ])("%s", (_, declared, moves) => {
    expect(new MovingState(stateOf(recordOf("old"), recordOf("older")), declared).moves).toEqual(moves);
  });

  test("what an earlier run left open under an alias is found too", () => {
    const open = [{ intent: { address: "old", record: null } as Intent, operationName: null }];
    expect(new MovingState({ ...stateOf(), openIntents: open }, names(["new", "old"])).moves).toEqual([
      { from: "old", to: "new" },
    ]);
  });
});

describe("recognise", () => {
  const definition = catalog.resources["connectors:EndpointAttachment"];
  if (definition === undefined) throw new Error("no definition");
  const old = recordOf("old");

  test("one object under another name", () => {
    const moving = new MovingState(stateOf(old), names(["new"]));
    expect(moving.recognise("new", definition, "https://cloud", old.identity)).toBe(true);
    expect(moving.moves).toEqual([{ from: "old", to: "new" }]);
    expect([...moving.state.records.keys()]).toEqual(["new"]);
    expect(moving.recognise("newer", definition, "https://cloud", old.identity)).toBe(false);
  });

  test("many at once: the state follows when it is asked for, and each record moves once", () => {
    const olds = ["a", "b", "c"].map((address) => recordOf(address));
    const moving = new MovingState(stateOf(...olds), names(["x"], ["y"], ["z"]));
    for (const [index, address] of ["x", "y", "z"].entries()) {
      const { identity } = olds[index] ?? old;
      expect(moving.recognise(address, definition, "https://cloud", identity)).toBe(true);
      expect(moving.recognise(address, definition, "https://cloud", identity)).toBe(false);
    }
    expect(moving.hasOrphans).toBe(false);
    expect([...moving.state.records.keys()]).toEqual(["x", "y", "z"]);
    expect(["x", "y", "z", "a"].map((address) => moving.earlierName(address))).toEqual(["a", "b", "c", undefined]);
  });

  test("an equal id comes before an equal claim", () => {
    const shared = (id: string) => ({ id, claim: "policy", variables: {} });
    const moving = new MovingState(
      stateOf(recordOf("a", { identity: shared("one") }), recordOf("b", { identity: shared("two") })),
      names(["new"], ["newer"]),
    );
    expect(moving.recognise("new", definition, "https://cloud", shared("two"))).toBe(true);
    expect(moving.recognise("newer", definition, "https://cloud", shared("three"))).toBe(true);
    expect(moving.moves).toEqual([
      { from: "b", to: "new" },
      { from: "a", to: "newer" },
    ]);
  });

  test.each([
    ["on another cloud", names(["new"]), "new", "https://elsewhere", "old"],
    ["still declared", names(["new"], ["old"]), "new", "https://cloud", "old"],
    ["another object", names(["new"]), "new", "https://cloud", "other"],
    ["a name with a record", names(["old"]), "old", "https://cloud", "old"],
  ])("%s: none", (_, declared, address, cloudId, object) => {
    const moving = new MovingState(stateOf(old), declared);
    expect(moving.recognise(address, definition, cloudId, recordOf(object).identity)).toBe(false);
    expect(moving.moves).toEqual([]);
  });

  test("another type is another object", () => {
    const moving = new MovingState(stateOf(recordOf("old", { type: "iam:OAuthClient" })), names(["new"]));
    expect(moving.recognise("new", definition, "https://cloud", old.identity)).toBe(false);
  });
});
