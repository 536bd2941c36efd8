import { expect, test } from "vitest";
import { catalog } from "../../definitions/resources/catalog.ts";
import { recordOf, stateOf } from "../state/records/record.fixture.ts";
import { comparedRecords } from "./compared-records.ts";

test("a former object is compared, but where another one stands in its very place", () => {
  const [now, other] = [recordOf("a", { generation: 2 }), recordOf("b")];
  const hidden = recordOf("a", { status: "superseded" });
  const former = recordOf("a", { status: "superseded", generation: 0, identity: recordOf("first").identity });
  const state = { ...stateOf(now, other), superseded: [hidden, former] };
  expect(comparedRecords(state, catalog)).toEqual([now, other, former]);
});
