import type { JsonObject } from "../../base/json/json.ts";
import { errorCodes } from "../../vendor-wire/azure/error-shapes.ts";
import type { LocalReply } from "../runtime/local-vendor.ts";
import { armError } from "./arm-reply.ts";
import type { ArmCall } from "./arm-route.ts";
import { memberOf } from "./json-access.ts";

/**
 * 412 where `If-Match`, `If-None-Match` or an `eTag` in the body asks for something else than there is (ARM's table of
 * conditions). A GET, PATCH or DELETE of what is missing is not refused here: that it is missing says more. An empty
 * `eTag` asks for nothing.
 */
export function refuseConditions(call: ArmCall, found: JsonObject | undefined): LocalReply | undefined {
  const { method, headers, body } = call.request;
  const ifMatch = headers["if-match"];
  if (found === undefined) {
    if (method !== "PUT") return undefined;
    if (ifMatch !== undefined) return failed("there is no object to match");
    return wantedTag(body) === undefined ? undefined : failed("there is no object with the eTag in the body");
  }
  if (method === "PUT" && headers["if-none-match"] === "*") return failed("the object exists already");
  const eTag = found["eTag"];
  // A type without tags can't fail to match one.
  if (typeof eTag !== "string") return undefined;
  if (ifMatch !== undefined && ifMatch !== "*" && ifMatch !== eTag) return failed("If-Match names another eTag");
  const wanted = method === "DELETE" ? undefined : wantedTag(body);
  return wanted === undefined || wanted === eTag ? undefined : failed("the eTag in the body is not the object's");
}

function wantedTag(body: ArmCall["request"]["body"]): string | undefined {
  const eTag = memberOf(body, "eTag");
  return typeof eTag === "string" && eTag !== "" ? eTag : undefined;
}

function failed(reason: string): LocalReply {
  return armError(412, errorCodes.preconditionFailed, `The condition of the request is not met: ${reason}.`);
}
