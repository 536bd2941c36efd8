import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import { azureContradictions } from "./azure-shapes.ts";
import { databricksContradictions } from "./databricks-shapes.ts";
import { googleContradictions } from "./google-shapes.ts";
import { type LocalReplySeen, type Vendor, vendorOf } from "./reply.ts";
import { reasonForNone } from "./undescribed.ts";

const described = {
  google: googleContradictions,
  azure: azureContradictions,
  databricks: databricksContradictions,
} as const;

/** What an error at an address that is described nowhere looks like: a matter of every vendor's front door. */
const frontDoor: Readonly<Record<Vendor, (body: Json | undefined, status: number) => boolean>> = {
  google: (body) => isJsonObject(body) && isJsonObject(body["error"]) && typeof body["error"]["code"] === "number",
  azure: (body, status) => {
    if (!isJsonObject(body)) return false;
    // The web server before a type answers to methods that the type does not have.
    if (status === 405 && typeof body["message"] === "string") return true;
    const { error } = body;
    return isJsonObject(error) && typeof error["code"] === "string" && typeof error["message"] === "string";
  },
  databricks: (body) => isJsonObject(body) && body["error_code"] !== undefined && typeof body["message"] === "string",
};

/** What is not as the vendor's published interface has it in one answer of the local cloud, in words. */
export function contradictions(reply: LocalReplySeen): readonly string[] {
  const vendor = vendorOf(reply.path);
  if (vendor === undefined || reasonForNone(vendor, reply) !== undefined) return [];
  const found =
    described[vendor](reply) ??
    (reply.status >= 400 && frontDoor[vendor](reply.body, reply.status) ? [] : ["no such operation is described"]);
  const { method, path, version, status } = reply;
  const address = `${method} /${path}${version === "" ? "" : `?api-version=${version}`}`;
  return found.map((each) => `${address} -> ${status}: ${each}`);
}
