import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import type { ArmCall } from "./arm-route.ts";

/** Who made an object and who changed it last, as the versions of 2023 show it. */
export function changedBy({ context, caller }: ArmCall, before: Json | undefined): JsonObject {
  const now = context.timestamp(3);
  const made = isJsonObject(before) ? before : { createdBy: caller, createdByType: "User", createdAt: now };
  return { ...made, lastModifiedBy: caller, lastModifiedByType: "User", lastModifiedAt: now };
}

/** Collectors are not tracked: the service shows the members, and nothing in them. */
export const untrackedSystemData: JsonObject = {
  createdAt: "0001-01-01T00:00:00",
  createdBy: null,
  createdByType: null,
  lastModifiedAt: "0001-01-01T00:00:00",
  lastModifiedBy: null,
  lastModifiedByType: null,
};
