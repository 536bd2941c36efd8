import { uptime } from "node:os";

/** What a machine tells of time, each in milliseconds. */
export interface MachineTimes {
  /** Since the process began; stands still while the machine sleeps, on some systems. */
  running(): number;
  /** By the clock on the wall, which can be set. */
  wall(): number;
  /** Since the machine was started, asleep or not; coarse, and not for the asking all the time. */
  sinceStart(): number;
}

const thisMachine: MachineTimes = {
  running: () => performance.now(),
  wall: () => Date.now(),
  sinceStart: () => uptime() * 1_000,
};

/** A clock on the wall that goes further than time by more than this was set, or the machine has slept. */
const noticedMs = 1_000;

/**
 * Steady time: no setting of a clock moves it, and it goes on while the machine sleeps, so that a former holder of a
 * stack knows afterwards that its lease is over.
 */
export function steadyTime(times: MachineTimes = thisMachine): () => number {
  let [running, wall] = [times.running(), times.wall()];
  const startedBefore = times.sinceStart() - running;
  let sleptMs = 0;
  return () => {
    const [runningNow, wallNow] = [times.running(), times.wall()];
    const leapMs = wallNow - wall - (runningNow - running);
    if (leapMs > noticedMs) sleptMs = Math.max(sleptMs, times.sinceStart() - runningNow - startedBefore);
    [running, wall] = [runningNow, wallNow];
    return runningNow + sleptMs;
  };
}
