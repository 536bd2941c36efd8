import type { EmulatorContext } from "../runtime/local-vendor.ts";

/** A fresh `eTag` as the migration service forms them: 8-4-4-4-12 hex digits, the quotes belong to the value. */
export function versionTag(context: EmulatorContext): string {
  const sequence = context.next().toString(16).padStart(8, "0");
  const seconds = Math.floor(context.now() / 1000)
    .toString(16)
    .padStart(8, "0");
  return `"${sequence}-0000-0d00-0000-${seconds}0000"`;
}
