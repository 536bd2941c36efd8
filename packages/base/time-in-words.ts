/** How long something took: `41 ms`, `1.2 s`, `2 min 5 s`. Takes milliseconds; less than none is none. */
export function timeInWords(ms: number): string {
  const whole = Math.round(Math.max(0, ms));
  if (whole < 1000) return `${whole} ms`;
  const tenths = Math.round(whole / 100);
  return tenths < 600 ? `${tenths / 10} s` : secondsInWords(tenths * 100);
}

/** A wait, or what goes on, in whole seconds: `0 s`, `12 s`, `2 min 5 s`, `1 h 10 min`. Takes milliseconds. */
export function secondsInWords(ms: number): string {
  const seconds = Math.round(Math.max(0, ms) / 1000);
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ].flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`]));
  return parts.length === 0 ? "0 s" : parts.join(" ");
}

/** The same of what has passed so far: a second counts once it is over. */
export function secondsSoFar(ms: number): string {
  return secondsInWords(Math.floor(ms / 1000) * 1000);
}
