import { randomBytes } from "node:crypto";
import { Recorder } from "../providers/recording/recorder.ts";
import type { DeploymentPartsOptions } from "./deployment-parts-options.ts";

/** The recorder that `PLUMB_RECORD` asks for; null where it does not. Its key lives in this process alone. */
export function recorderFor({ environment, version, clock, notice }: DeploymentPartsOptions): Recorder | null {
  const folder = environment["PLUMB_RECORD"] ?? "";
  if (folder === "") return null;
  const begun = new Date(clock.now()).toISOString().replace(/[:.]/g, "-");
  return new Recorder({
    folder,
    id: `${begun}-${randomBytes(4).toString("hex")}`,
    key: randomBytes(32),
    about: { version, platform: `${process.platform} ${process.arch}`, node: process.version },
    now: () => clock.now(),
    notice: notice ?? (() => {}),
  });
}
