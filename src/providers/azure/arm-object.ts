import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";

/**
 * Whether an answer is an object of the management plane: each tells its id or its name, and its properties are an
 * object.
 */
export function isArmObject(body: JsonObject | undefined): body is JsonObject {
  if (body === undefined) return false;
  const { id, name, properties = null } = body;
  return (typeof id === "string" || typeof name === "string") && (properties === null || isJsonObject(properties));
}
