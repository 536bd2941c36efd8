import { problem } from "../../../../packages/base/problems/problem.ts";
import type { DoctorView } from "../../../contract/documents/service.ts";
import { isRotating, type WrappedKeys } from "../../../engine/ports/secrets.ts";
import type { StoreDoctor, StoreRecovery } from "../../../engine/ports/store-doctor.ts";
import type { Authority } from "../../access/authority.ts";

/** Gives a doctor for a store that this process does not have open at that moment. */
export type Doctor = () => StoreDoctor;

const none = {
  stacks: 0,
  records: 0,
  openIntents: 0,
  claims: 0,
  journalEntries: 0,
  plans: 0,
  sealedValues: 0,
};

const nothing = { counts: none, damage: [], lost: [], mended: [], auditKeys: [], keptAs: null };

function recovered({ mended, ...others }: StoreRecovery) {
  return { ...others, mended: mended.map((detail) => problem("doubled-name", detail)), auditKeys: [] };
}

/** Checks the whole store and changes nothing. A store without a medium has nothing that could be damaged. */
export async function examineStore(doctor: Doctor | undefined, authority: Authority): Promise<DoctorView> {
  return toldTo(authority, await examined(doctor));
}

async function examined(doctor: Doctor | undefined): Promise<DoctorView> {
  if (doctor === undefined) return { file: null, status: "nothing", ...nothing };
  const found = await doctor().examine();
  const { file } = found;
  switch (found.kind) {
    case "nothing":
      return { file, status: "nothing", ...nothing };
    case "whole":
      return { file, status: "whole", ...nothing, counts: found.counts, ...keysOf(found.keys) };
    case "damaged": {
      return { file, status: "damaged", ...recovered(found.recovery), damage: found.damage, keptAs: null };
    }
  }
}

function keysOf(keys: WrappedKeys | null): Pick<DoctorView, "keys"> {
  if (keys === null) return {};
  const former = Object.keys(keys.data).length - 1;
  return { keys: { version: keys.current, former, unfinished: isRotating(keys) } };
}

/** Recovers what can be of a damaged store, and keeps the damaged file; one that is whole stays as it is. */
export async function repairStore(doctor: Doctor | undefined, authority: Authority): Promise<DoctorView> {
  const repair = doctor === undefined ? null : await doctor().repair();
  if (repair === null) return examineStore(doctor, authority);
  const { file, keptAs, damage } = repair;
  return toldTo(authority, { file, status: "repaired", ...recovered(repair.recovery), damage, keptAs });
}

/** How the doctor's sentences name a stack. */
const named = /\b[Ss]tack `([^`]+)`/g;
const hiddenText = "Something of a stack that you may not see.";

/** So many sentences of each kind are told; the rest is counted. */
const mostTold = 50;

/** What the caller may read: sentences that name a stack which is hidden from the caller tell no more than that. */
function toldTo({ decide }: Authority, view: DoctorView): DoctorView {
  const isHidden = (text: string) =>
    [...text.matchAll(named)].some(([, stack = ""]) => decide("stack:read", { stack }).kind === "denied");
  const told = (texts: readonly string[]) =>
    bounded([...new Set(texts.map((text) => (isHidden(text) ? hiddenText : text)))], (more) => more);
  return {
    ...view,
    damage: told(view.damage),
    lost: told(view.lost),
    mended: bounded(
      view.mended.filter(({ detail }) => !isHidden(detail)),
      (more) => problem("doubled-name", more),
    ),
  };
}

function bounded<T>(items: readonly T[], rest: (text: string) => T): readonly T[] {
  if (items.length <= mostTold) return items;
  return [...items.slice(0, mostTold), rest(`${items.length - mostTold} more like these are not listed`)];
}
