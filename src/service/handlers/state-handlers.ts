import { stateOperations } from "../../contract/operations/state.ts";
import { handledBy } from "../requests/handler.ts";
import { holdTo } from "../requests/preconditions.ts";
import { importState } from "../use-cases/state/edit-state.ts";
import { exportState } from "../use-cases/state/export-state.ts";
import { listEdits } from "../use-cases/state/state-edits.ts";

export const stateHandlers = handledBy(stateOperations, {
  exportState: {
    handle: async ({ path }, { deployment }) => {
      const document = await exportState(path.stack, deployment);
      return { status: 200, document, etag: document.digest };
    },
  },
  importState: {
    handle: async ({ path, body, expected }, { deployment }) => {
      if (expected.kind === "one of" || expected.kind === "nothing") {
        const { digest, serial } = await exportState(path.stack, deployment);
        holdTo(expected, expected.kind === "nothing" && serial === 0 ? null : digest);
      }
      const document = await importState(path.stack, body.document, body.force ?? false, deployment);
      return { status: 200, document };
    },
  },
  listStateEdits: {
    handle: async ({ path, page }, { deployment }) => ({
      status: 200,
      document: page.answer(await listEdits(path.stack, page, deployment)),
    }),
  },
});
