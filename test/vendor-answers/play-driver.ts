import { catalog } from "../../src/definitions/resources/catalog.ts";
import { identify } from "../../src/definitions/schema/identity/identity.ts";
import type { Change, Driver, Target } from "../../src/engine/ports/driver.ts";
import type { DriverCall } from "./recorded-case.ts";
import type { Subject } from "./subjects.ts";

/** Makes one call of a driver about the subject's object, and gives what the driver gives. */
export async function playDriver(
  driver: Driver,
  subject: Subject,
  { call, operationName, renamed, version }: DriverCall,
): Promise<object> {
  const target = targetOf(subject);
  switch (call) {
    case "read":
      return driver.read({
        ...target,
        ...(renamed === undefined ? {} : { mayBeRenamed: renamed }),
        ...(version === undefined ? {} : { atLeast: version }),
      });
    case "list":
      return driver.list(target);
    case "poll":
      return driver.poll(changeOf("create", subject, target), operationName ?? "");
    default:
      return driver.write(changeOf(call, subject, target));
  }
}

function changeOf(operation: Change["operation"], { inputs, found }: Subject, target: Target): Change {
  const given = operation === "delete" || operation === "undelete" ? {} : { ...inputs, ...found };
  return { operation, target, inputs: given, fields: Object.keys(given), prior: null, condition: null };
}

function targetOf({ type, config: given, inputs, found }: Subject): Target {
  const definition = catalog.resources[type];
  if (definition === undefined) throw new Error(`no definition of ${type}`);
  const config = { ...catalog.providers[definition.provider]?.constants, ...given };
  const identified = identify(definition, { ...inputs, ...found }, config);
  if (identified.kind !== "known") throw new Error(`${type} is not identified by its inputs`);
  const provider = { ref: definition.provider, kind: definition.provider, config };
  const { id, variables } = identified;
  return { type, apiVersion: definition.versions.default, provider, id, variables };
}
