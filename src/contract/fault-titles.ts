import type { FaultCode } from "../../packages/base/fault.ts";

/** Of faults that have a name of their own; at all others something around us failed. */
const titles: Partial<Record<FaultCode, string>> = {
  "invalid-environment": "the environment can't be used as given",
  "file-unreadable": "a file can't be read",
  cancelled: "the command was called off",
  "format-too-new": "it was written by a newer version",
  "format-too-old": "it was written by a version from before 0.1.0",
  "secrets-unreadable": "sealed values can't be opened",
  "store-busy": "the state is in use",
  "store-damaged": "the state is not what was written",
  "service-not-listening": "the service can't listen",
};

/** What a fault is called in a problem document, on either side of the API. */
export function faultTitle(code: FaultCode): string {
  return titles[code] ?? "a network, a disk or a platform failed";
}
