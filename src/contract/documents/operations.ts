import { document, flag, type Infer, list, moment, object, orNull, ref, text } from "../words.ts";
import { id, stack, type } from "./members.ts";
import { objectFields } from "./objects.ts";
import { Problem } from "./problems.ts";
import { RunSummary } from "./runs/run-events.ts";

export const OperationMetadata = document("OperationMetadata", "What an operation is about.", {
  stack: orNull(stack),
  "object?": object(
    { action: text("What is done.", { maxLength: 64 }), type, id: orNull(id) },
    "Where no stack is: which object.",
  ),
  run: text("Id of the run.", { maxLength: 64 }),
  plan: text("Digest of the plan.", { maxLength: 71 }),
  status: text("How the run stands.", { maxLength: 64 }),
  createdAt: moment("When it was asked for."),
  startedAt: orNull(moment("When it began.")),
  endedAt: orNull(moment("When it ended.")),
});
export type OperationMetadata = Infer<typeof OperationMetadata>;

export const OperationResult = document("OperationResult", "The result of an operation.", {
  summary: ref(RunSummary),
  "object?": orNull(object(objectFields, "The object as it is now.")),
});
export type OperationResult = Infer<typeof OperationResult>;

export const Operation = document(
  "Operation",
  "Something that takes its time.",
  {
    name: text("`operations/` and its id.", { maxLength: 2100 }),
    done: flag("It has a result, or problems."),
    metadata: ref(OperationMetadata),
    "result?": ref(OperationResult),
    problems: list(ref(Problem), "Why it did not succeed."),
  },
  {
    name: "operations/ZGV2.3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
    done: false,
    metadata: {
      stack: "portal/dev",
      run: "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
      plan: `sha256:${"0123456789abcdef".repeat(4)}`,
      status: "running",
      createdAt: "2026-01-01T00:00:00.000Z",
      startedAt: "2026-01-01T00:00:00.020Z",
      endedAt: null,
    },
    problems: [],
  },
);
export type OperationView = Infer<typeof Operation>;

export const operationsComponents = [OperationMetadata, OperationResult, Operation] as const;
