import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../packages/base/json/json.ts";
import { aliveOfOurs, type CloudView, madeTwice, viewCloud, viewLog } from "./judge-cloud.ts";
import { type StateView, viewState } from "./judge-state.ts";
import type { Plumbline } from "./plumbline.ts";

/** Cloud and state at one moment, seen by eyes that are not the engine's. */
export interface Standing {
  readonly cloud: CloudView;
  readonly state: StateView;
}

/** State, and what was done to the cloud. */
export interface Glance {
  readonly cloud: Pick<CloudView, "writes" | "ourWrites">;
  readonly state: StateView;
}

export async function glanceAt(plumbline: Plumbline, dir: string): Promise<Glance> {
  return { cloud: await viewLog(plumbline), state: viewState(dir) };
}

export async function standingOf(plumbline: Plumbline, dir: string): Promise<Standing> {
  return { cloud: await viewCloud(plumbline), state: viewState(dir) };
}

/** Objects of ours that an unbroken run leaves without a record: they were to be retained. */
export function letGoBy({ cloud, state }: Standing): readonly string[] {
  const recorded = new Set(state.ids.map(tail));
  return aliveOfOurs(cloud).filter((object) => !recorded.has(tail(object)));
}

/** Objects of ours that nothing in the state knows of, though nobody wanted to be rid of the care for them. */
function orphans({ cloud, state }: Glance, known: readonly string[], letGo: readonly string[]): readonly string[] {
  const found = new Set([...known, ...letGo].map(tail));
  return aliveOfOurs(cloud)
    .filter((object) => !found.has(tail(object)))
    .map((object) => `orphan: ${object} is in none of ${state.ids.length} records`);
}

/** What must hold at every moment, also right after a kill: nothing of ours that the state knows nothing of. */
export function alwaysWrong(standing: Glance, letGo: readonly string[] = []): readonly string[] {
  const { cloud, state } = standing;
  return [
    ...orphans(standing, [...state.ids, ...state.intended], letGo),
    ...madeTwice(cloud).map((object) => `duplicate: ${object} was made while it was there`),
  ];
}

/** What must hold besides whenever a command has ended well. */
export function wrongAtRest(standing: Standing, letGo: readonly string[] = []): readonly string[] {
  const { cloud, state } = standing;
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
  return [
    ...orphans(standing, state.ids, letGo),
    ...madeTwice(cloud).map((object) => `duplicate: ${object} was made while it was there`),
    ...state.intended.map((id) => `an intent about ${id} is still open`),
    ...(isDeepStrictEqual(lower(state.claims), lower(state.claimed))
      ? []
      : [`claims ${JSON.stringify(state.claims)} are not those of the records ${JSON.stringify(state.claimed)}`]),
    ...state.incidental
      .filter(([, value]) => !cloud.raw.includes(JSON.stringify(value).slice(1, -1)))
      .map(([at, value]) => `recorded ${at} is ${value}, which the cloud does not show`),
  ];
}

/** In what a world differs from the one that the unbroken run left. */
export function wrongBeside(standing: Standing, unbroken: Standing, crashes: number): readonly string[] {
  const { cloud, state } = standing;
  const [ours, theirs] = [effective(cloud), effective(unbroken.cloud)];
  const updates = (view: CloudView) => view.ourWrites.filter(({ action }) => action === "update").length;
  return [
    ...wrongView(standing, [unbroken]),
    ...differences(unbroken.state.records as unknown as Json, state.records as unknown as Json).map(
      (text) => `records: ${text}`,
    ),
    ...(isDeepStrictEqual(ours, theirs) ? [] : [`writes: ${ours.join(", ")} instead of ${theirs.join(", ")}`]),
    ...(updates(cloud) > updates(unbroken.cloud) + crashes
      ? [`updates: ${updates(cloud)} instead of ${updates(unbroken.cloud)}`]
      : []),
  ];
}

/** In what the cloud, seen through the vendors, differs from all that it may be like. */
export function wrongView({ cloud }: Standing, allowed: readonly Standing[]): readonly string[] {
  const ways = allowed.map((each) => differences(each.cloud.seen, cloud.seen));
  return ways.some((way) => way.length === 0) ? [] : (ways[0] ?? []).map((text) => `cloud: ${text}`);
}

/** Everything of ours gone, and the cloud as in one of the worlds in which nothing broke. */
export function wrongWhenGone(standing: Standing, allowed: readonly Standing[]): readonly string[] {
  return [
    ...wrongAtRest(
      standing,
      allowed.flatMap(({ cloud }) => aliveOfOurs(cloud)),
    ),
    ...standing.state.ids.map((id) => `${id} is still recorded`),
    ...wrongView(standing, allowed),
  ];
}

/** Creations and deletions, sorted: the order between independent objects is nobody's concern. */
function effective({ ourWrites }: CloudView): readonly string[] {
  return ourWrites
    .filter(({ action }) => action !== "update")
    .map(({ action, object }) => `${action} ${tail(object).replace(/-x\d{6}$/, "")}`)
    .sort();
}

function tail(id: string): string {
  return (id.split("/").at(-1) ?? "").toLowerCase();
}

/** Where two documents differ: expected, then found. */
function differences(expected: Json, found: Json, at = ""): readonly string[] {
  if (isDeepStrictEqual(expected, found)) return [];
  const [one, other] = [membersOf(expected), membersOf(found)];
  if (one === undefined || other === undefined || Array.isArray(expected) !== Array.isArray(found))
    return [`${at} should be ${JSON.stringify(expected)} and is ${JSON.stringify(found)}`];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => differences(one[key] ?? null, other[key] ?? null, `${at}/${key}`));
}

function membersOf(value: Json): Readonly<Record<string, Json>> | undefined {
  return value === null || typeof value !== "object" ? undefined : (value as Readonly<Record<string, Json>>);
}
