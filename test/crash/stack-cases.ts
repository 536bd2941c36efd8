import type { JsonObject } from "../../packages/base/json/json.ts";
import { declarationOf } from "../matrix/base-declarations.ts";
import type { CrashCase } from "./cases.ts";
import type { Command } from "./commands.ts";
import { crashSubjects } from "./resources.ts";

type Resources = Parameters<typeof declarationOf>[0];

const attachment = (id: string, more: JsonObject = {}, options: JsonObject = {}) => ({
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: id,
    serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/portal",
    ...more,
  },
  options,
});

/** first <- second <- third; what flows is the output `id`. */
const chain = (first: string): Resources => ({
  first: attachment(first),
  second: attachment("second", { description: `after \${first.id}` }),
  third: attachment("third", { description: `after \${second.description}` }, { dependsOn: ["first"] }),
});

/** One trunk, two branches, one leaf. */
const diamond = (trunk: string, names: readonly [string, string] = ["left", "right"]): Resources => ({
  trunk: attachment(trunk),
  left: attachment(names[0], { description: `\${trunk.id}` }),
  right: attachment(names[1], { description: `\${trunk.id}` }),
  leaf: attachment("leaf", { description: `\${left.id} \${right.id}` }),
});

/** All managed types, each leaning on the one before. */
function allTypes(): Resources {
  const entries = crashSubjects.map(({ type, properties }, index) => {
    const dependsOn = index === 0 ? [] : [`r${index - 1}`];
    return [`r${index}`, { type, properties, options: { dependsOn } }];
  });
  return Object.fromEntries(entries) as Resources;
}

const up = (resources: Resources): Command => ({ do: "up", text: declarationOf(resources) });

/** Stacks whose resources lean on one another. */
export function stackCases(nothing: string): readonly CrashCase[] {
  const of = (operation: string, before: readonly Command[], command: Command, operationMs = 0): CrashCase => ({
    resource: "stack",
    operation,
    before,
    command,
    without: nothing,
    operationMs,
  });
  const one = up(chain("first"));
  const two = up(chain("first-2"));
  return [
    of("chain of three, create", [], one),
    of("chain of three, replace the first", [one], two),
    of("chain of three, destroy", [one], { do: "destroy" }),
    of("slow chain of three, replace the first", [one], two, 1_500),
    of("diamond, create", [], up(diamond("trunk"))),
    of("diamond, replace trunk and branches", [up(diamond("trunk"))], up(diamond("trunk-2", ["left-2", "right-2"]))),
    of("diamond, destroy", [up(diamond("trunk"))], { do: "destroy" }),
    of("all types, create", [], up(allTypes())),
    of("all types, destroy", [up(allTypes())], { do: "destroy" }),
  ];
}
