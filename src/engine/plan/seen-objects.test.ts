import { expect, test } from "vitest";
import { catalog } from "../../definitions/resources/catalog.ts";
import { recordOf, stateOf } from "../state/records/record.fixture.ts";
import { type Observed, objectKey } from "../state/snapshot.ts";
import { seenObjects, seenVersions } from "./seen-objects.ts";

const [tagged, plain, gone] = ["tagged", "plain", "gone"].map((address) => recordOf(address));
if (tagged === undefined || plain === undefined || gone === undefined) throw new Error("no records");
const records = [
  { ...tagged, observed: { ...tagged.observed, version: "v7" } },
  { ...plain, observed: { ...plain.observed, version: null, digest: "sha256:d" } },
  gone,
];
const state = stateOf(...records);
const key = ({ provider, identity }: (typeof records)[number]) => objectKey(provider.cloudId, identity.id);
const present = (version: string): Observed => ({
  ...{ kind: "present", outputs: {}, version, deleted: false, displaces: [] },
});
const absent: Observed = { kind: "absent", version: null, displaces: [] };

test("what stands as recorded is not named, and known all the same", () => {
  const seen = new Map([
    [key(tagged), present("v7")],
    [key(plain), present("sha256:d")],
    [key(gone), absent],
    ["https://cloud another", present("v1")],
  ]);
  const said = seenObjects(seen, state, catalog);
  expect(said.observed).toEqual([
    { identity: "https://cloud another", version: "v1" },
    { identity: key(gone), version: null },
  ]);
  expect(Object.fromEntries(seenVersions(said, state, catalog))).toEqual({
    ...{ [key(tagged)]: "v7", [key(plain)]: "sha256:d", [key(gone)]: null, "https://cloud another": "v1" },
  });
});

test.each<[string, Observed, string | null]>([
  ["in another version", present("v8"), "v8"],
  ["not at all", absent, null],
  ["as unreadable", { kind: "unreadable", reason: "denied", detail: "no" }, null],
])("what is seen %s is named", (_, seen, version) => {
  const said = seenObjects(new Map([[key(tagged), seen]]), state, catalog);
  expect(said.observed).toEqual([{ identity: key(tagged), version }]);
  expect(seenVersions(said, state, catalog).get(key(tagged))).toBe(version);
});

test("a plan that names all that it read has read nothing else", () => {
  const observed = [{ identity: key(tagged), version: "v7" }];
  expect([...seenVersions({ observed }, state, catalog)]).toEqual([[key(tagged), "v7"]]);
});
