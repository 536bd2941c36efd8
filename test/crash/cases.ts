import type { JsonObject } from "../../packages/base/json/json.ts";
import { declarationOf } from "../matrix/base-declarations.ts";
import type { Command } from "./commands.ts";
import { type CrashSubject, crashSubjects, type Foreign } from "./resources.ts";
import { stackCases } from "./stack-cases.ts";

/** One operation on one resource (or stack): what was before, and the command that is to be killed everywhere. */
export interface CrashCase {
  /** Resource and operation, for titles. */
  readonly resource: string;
  readonly operation: string;
  /** Commands and others' doings before, none of which is killed. */
  readonly before: readonly (Command | Foreign)[];
  readonly command: Command;
  /** The declaration once the resource has left it. */
  readonly without: string;
  /** How long operations last at the vendor, in virtual milliseconds. */
  readonly operationMs: number;
}

/** The longest operation that is still asked after three times: at one, three and five seconds. */
const operationMs = 4_500;

/** So long that no read can lag behind it. */
const later: Foreign = { passMs: 3_600_000 };

const nothing = declarationOf({});

function up(properties: JsonObject, type: string, options?: JsonObject): Command {
  const it = { type, properties, ...(options === undefined ? {} : { options }) };
  return { do: "up", text: declarationOf({ it }) };
}

/** Every operation on every managed resource, and stacks of several. */
export function crashCases(): readonly CrashCase[] {
  return [...crashSubjects.flatMap(casesOf), ...stackCases(nothing)];
}

function casesOf(subject: CrashSubject): readonly CrashCase[] {
  const { type, label, properties, updated, replaced, moved, remade, byStranger, drift, loss } = subject;
  const base = up(properties, type);
  const of = (
    operation: string,
    before: readonly (Command | Foreign)[],
    command: Command,
    more: Partial<CrashCase> = {},
  ): CrashCase => ({ resource: label, operation, before, command, without: nothing, operationMs: 0, ...more });
  const byImport: Command = { do: "import", type, name: "it", id: subject.id, text: nothing };
  const stranger = byStranger === undefined ? [] : [byStranger];
  const basic = [
    of("create", [], base),
    of("delete by destroy", [base], { do: "destroy" }),
    of("delete by leaving the declaration", [base], { do: "up", text: nothing }),
    of("retain", [up(properties, type, { retainOnDelete: true })], { do: "destroy" }),
    of("import by command", stranger, byImport),
    of("import by option", stranger, up(properties, type, { import: subject.id })),
    of("import with an update", stranger, up({ ...properties, ...updated }, type, { import: subject.id })),
    of("rename", [base], {
      do: "up",
      text: declarationOf({ renamed: { type, properties, ...{ options: { aliases: ["it"] } } } }),
    }),
    of("refresh after drift", [base, later, drift], { do: "refresh" }),
    of("drift put back", [base, later, drift], base),
    of("drift adopted, then put back", [base, later, drift, { do: "refresh" }], base),
  ];
  const changed = [
    ...(updated === undefined ? [] : [of("update", [base], up({ ...properties, ...updated }, type))]),
    ...Object.entries(moved ?? {}).map(([what, to]) =>
      of(`update that moves the identity (${what})`, [base], up({ ...properties, ...to }, type)),
    ),
    ...(replaced === undefined
      ? []
      : [
          of("replace", [base], up({ ...properties, ...replaced }, type)),
          of(
            "replace, the old one first",
            [base],
            up({ ...properties, ...replaced }, type, { deleteBeforeReplace: true }),
          ),
        ]),
    ...(remade === undefined
      ? []
      : [
          of(
            "replace under one identity",
            [base],
            up({ ...properties, [remade.input]: remade.to }, type, { replaceOnChanges: [remade.input] }),
          ),
        ]),
    ...(loss === undefined
      ? []
      : [
          of("refresh after loss", [base, later, loss], { do: "refresh" }),
          of("made again after loss", [base, later, loss], base),
        ]),
  ];
  return [...basic, ...changed, ...peculiar(subject, of)];
}

/** Operations that only one type has. */
function peculiar(
  { type, properties, updated, replaced, remade }: CrashSubject,
  of: (
    operation: string,
    before: readonly (Command | Foreign)[],
    command: Command,
    more?: Partial<CrashCase>,
  ) => CrashCase,
): readonly CrashCase[] {
  const base = up(properties, type);
  const other = up({ ...properties, ...replaced }, type);
  switch (type) {
    case "iam:OAuthClient":
      return [
        of("undelete", [base, { do: "destroy" }], base),
        of("undelete with an update", [base, { do: "destroy" }], up({ ...properties, ...updated }, type)),
        of("replace by a soft-deleted one", [base, other], base),
      ];
    case "migrate:ServerCollector": {
      const { serverCollectorName: _, ...nameless } = properties;
      return [
        of("auto-named create", [], up(nameless, type)),
        of("auto-named update", [up(nameless, type)], up({ ...nameless, ...updated }, type)),
        of("auto-named replace", [up(nameless, type)], up({ ...nameless, projectName: "assessment-2" }, type)),
        of("auto-named delete", [up(nameless, type)], { do: "destroy" }),
      ];
    }
    case "connectors:EndpointAttachment": {
      const slow = { operationMs };
      return [
        of("slow create", [], base, slow),
        of("slow update", [base], up({ ...properties, ...updated }, type), slow),
        of("slow replace", [base], other, slow),
        of(
          "slow replace under one identity",
          [base],
          up({ ...properties, ...(remade === undefined ? {} : { [remade.input]: remade.to }) }, type, {
            replaceOnChanges: remade === undefined ? [] : [remade.input],
          }),
          slow,
        ),
        of("slow delete", [base], { do: "destroy" }, slow),
      ];
    }
    default:
      return [];
  }
}
