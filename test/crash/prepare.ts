import type { JsonObject } from "../../packages/base/json/json.ts";
import type { CrashCase } from "./cases.ts";
import { type Command, carryOut } from "./commands.ts";
import { type CrashImage, newDirectory, removeDirectory, takeImage } from "./crash-image.ts";
import { firstBirth, Plumbline } from "./plumbline.ts";
import { type Foreign, neighbours } from "./resources.ts";

const settingPath = "api/2.0/settings/types/restrict_workspace_admins/names/default";

/** The world as it is before the command of a case, with the databases closed in good order. */
export async function prepare({ before, operationMs }: CrashCase): Promise<CrashImage> {
  const dir = newDirectory();
  try {
    const plumbline = new Plumbline(dir, firstBirth, operationMs);
    for (const each of [...neighbours, ...before]) {
      if (!("do" in each)) await byOthers(each, plumbline);
      else await orThrow(each, plumbline);
    }
    const { next } = plumbline;
    await plumbline.close();
    return takeImage(dir, next);
  } finally {
    removeDirectory(dir);
  }
}

async function orThrow(command: Command, plumbline: Plumbline): Promise<void> {
  const ending = await carryOut(command, plumbline.deployment);
  if (ending.status !== "done") throw new Error(`${command.do} before the case: ${JSON.stringify(ending)}`);
}

async function byOthers(foreign: Foreign, plumbline: Plumbline): Promise<void> {
  if ("passMs" in foreign) {
    plumbline.pass(foreign.passMs);
    return;
  }
  if ("seed" in foreign) {
    await plumbline.wire("POST", "_local/seed", foreign.seed);
    return;
  }
  if (!("setting" in foreign)) {
    await plumbline.wire(foreign.method, foreign.path, foreign.body);
    return;
  }
  const { etag = null } = (await plumbline.wire("GET", settingPath)) as JsonObject;
  await plumbline.wire("PATCH", settingPath, {
    allow_missing: true,
    field_mask: "restrict_workspace_admins.status",
    setting: { etag, restrict_workspace_admins: { status: foreign.setting } },
  });
}
