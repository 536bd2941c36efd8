import { expect, test } from "vitest";
import type { Intent, RecordEffect } from "../journal.ts";
import { keepingClaims } from "./kept-claims.ts";
import { recordOf, stateOf } from "./record.fixture.ts";

const keyOf = ({ identity }: { readonly identity: { readonly claim: string } }) => identity.claim;
const gate = recordOf("gate");
const removal: RecordEffect = { kind: "remove", uid: gate.uid, generation: 1, claimKey: keyOf(gate) };

test("the last record takes its claim along", () => {
  expect(keepingClaims([removal], stateOf(gate), keyOf)).toEqual([removal]);
});

test("a claim stays while an intent on it is open", () => {
  const intent = { uid: gate.uid, claimKey: keyOf(gate) } as Intent;
  const state = { ...stateOf(gate), openIntents: [{ intent, operationName: null }] };
  expect(keepingClaims([removal], state, keyOf)).toEqual([{ ...removal, claimKey: null }]);
});

test("a claim stays while another record holds it, and goes when all of them go", () => {
  const former = { ...gate, generation: 0, status: "superseded" as const };
  const state = { ...stateOf(gate), superseded: [former] };
  expect(keepingClaims([removal], state, keyOf)).toEqual([{ ...removal, claimKey: null }]);
  const both = [removal, { ...removal, generation: 0 }];
  expect(keepingClaims(both, state, keyOf)).toEqual(both);
});
