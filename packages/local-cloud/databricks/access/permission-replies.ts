import type { JsonObject } from "../../../base/json/json.ts";
import type { EmulatorContext, LocalReply } from "../../runtime/local-vendor.ts";
import { invalidParameter, notFound } from "../replies.ts";
import type { AccessComplaint } from "./access-control.ts";

/** The answer to permissions that can't be set. */
export function refuseComplaint(complaint: AccessComplaint, context: EmulatorContext): LocalReply {
  switch (complaint.kind) {
    case "malformed":
      return invalidParameter(context, complaint.message);
    case "unknown-principal":
      return notFound(context, complaint.message);
  }
}

/** The levels that an object can be given, with what they mean. */
export function levelsOnWire(levels: Readonly<Record<string, string>>): JsonObject {
  return {
    permission_levels: Object.entries(levels).map(([permission_level, description]) => ({
      permission_level,
      description,
    })),
  };
}
