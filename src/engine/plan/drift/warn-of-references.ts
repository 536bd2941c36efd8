import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import type { UndoScope } from "../../undo/journal/undo-scope.ts";
import type { Planning } from "../planning.ts";

/**
 * Tells what refers to an object that an undo makes anew, and is not written by it: the platform gives the new object
 * other values.
 */
export function warnOfReferences({ leftReferring }: UndoScope, planning: Planning): void {
  for (const { on, address, paths } of leftReferring) {
    const step = planning.stepAt(on);
    // What is undeleted, or taken back as it stands, has its values still.
    const isAnew = step?.kind === "write" && (step.action === "create" || step.action === "replace");
    if (!isAnew) continue;
    const fields = paths.map((path) => `\`${pointerSegments(path).join(".")}\``).join(", ");
    const detail =
      `\`${address}\` refers in ${fields} to the former object of \`${on}\`, which the undo makes anew, ` +
      "and the undo does not change that; `plumb up` puts it right";
    planning.complain("refers-to-former", detail, { address });
  }
}
