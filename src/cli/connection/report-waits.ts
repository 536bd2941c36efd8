import { secondsSoFar } from "../../../packages/base/time-in-words.ts";
import type { CliContext, PlatformCall } from "../cli-context.ts";
import { cutMiddle } from "../rendering/cut.ts";
import { LiveRegion } from "../rendering/live-region.ts";
import { clean, counted, inARow } from "../rendering/text.ts";
import { type Terminal, writeLines } from "../terminal.ts";

/** After how long a command tells what it waits for: on a terminal, and in a log, which is told again and again. */
const toldFromMs = 2_000;
const loggedFromMs = 15_000;
const loggedAgainMs = 60_000;

/** Who waits, and for what. */
interface Waiting {
  readonly context: Pick<CliContext, "platformCalls" | "now">;
  /** Where it is told. */
  readonly diagnostics: Terminal;
  readonly server: string | undefined;
}

/**
 * Begins to tell what is waited for; gives what ends it, to be called whatever happens. Once the wait is long, one line
 * tells for which platform and object it is, and for how long: on a terminal it is redrawn and wiped at the end, in a
 * log it stays. Of waits that go on at once the first is told.
 */
export function waitReporter(waiting: Waiting): () => () => void {
  let isTelling = false;
  return () => {
    if (isTelling) return () => {};
    isTelling = true;
    const end = tellWait(waiting);
    return () => {
      isTelling = false;
      end();
    };
  };
}

function tellWait(waiting: Waiting): () => void {
  const { context, diagnostics } = waiting;
  const begun = context.now();
  let region: LiveRegion | undefined;
  const tell = (): void => {
    if (diagnostics.live) {
      region = new LiveRegion(
        diagnostics,
        onceASecond(() => waitLines(waiting, begun), context.now),
      );
      context.platformCalls?.redraws(region);
      return;
    }
    writeLines(diagnostics, waitLines(waiting, begun));
    timer = setTimeout(tell, loggedAgainMs).unref();
  };
  let timer = setTimeout(tell, diagnostics.live ? toldFromMs : loggedFromMs).unref();
  return () => {
    clearTimeout(timer);
    region?.close();
    if (region !== undefined) context.platformCalls?.redraws(undefined);
  };
}

/** The same lines for a second: what changes faster can't be read. */
function onceASecond(lines: () => readonly string[], now: () => number): () => readonly string[] {
  let [shown, second]: [readonly string[], number] = [[], Number.NaN];
  return () => {
    const present = Math.floor(now() / 1000);
    if (present !== second) [shown, second] = [lines(), present];
    return shown;
  };
}

/** At most one line; none where nothing is waited for but this process. */
function waitLines({ context, diagnostics, server }: Waiting, begun: number): readonly string[] {
  const now = context.now();
  const soFar = secondsSoFar(now - begun);
  if (server !== undefined) return [`Waiting for ${clean(server)} for ${soFar}.`];
  const calls = context.platformCalls?.underWay() ?? [];
  const [oldest] = calls;
  if (oldest === undefined) return [];
  if (now - oldest.since < toldFromMs)
    return [`${soFar} so far: ${counted(calls.length, "call")} to ${platformsOf(calls)} under way.`];
  const more = calls.length === 1 ? "" : ` (the oldest of ${calls.length} calls)`;
  const head = `Waiting for ${clean(oldest.platform)} for ${secondsSoFar(now - oldest.since)}${more}: `;
  return [`${head}${cutMiddle(clean(oldest.about), Math.max(20, diagnostics.width - head.length - 1), diagnostics)}`];
}

function platformsOf(calls: readonly PlatformCall[]): string {
  return inARow([...new Set(calls.map(({ platform }) => clean(platform)))].sort());
}
