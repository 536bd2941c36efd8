import type { ExchangeResponse } from "../../../packages/base/exchange/exchange.ts";
import type { OperationFailure } from "../../../packages/local-cloud/runtime/local-vendor.ts";
import type { Random } from "../random.ts";
import type { Operation, OperationFault, QuestionFault, Request, Scenario } from "../scenario.ts";
import { quiet } from "./people.ts";

/** The codes with which operations have been seen to end. */
const failureCodes = [3, 4, 6, 8, 9, 10, 13, 14] as const;

/** How an operation ends that has done what it was to do, and tells an error. */
export const failedAfterAll: OperationFailure = { code: 13, message: "it did not work out", isLost: false };

/**
 * The platform's operations that end with an error, and questions after operations that are refused. Counts what
 * passes.
 */
export class OperationTrouble {
  #operationFaults: readonly OperationFault[];
  #questionFaults: readonly QuestionFault[];
  #listFaults: readonly QuestionFault[];
  #operations = 0;
  #questions = 0;
  #lists = 0;

  constructor({
    operationFaults = [],
    questionFaults = [],
    listFaults = [],
  }: Pick<Scenario, "operationFaults" | "questionFaults" | "listFaults">) {
    this.#operationFaults = operationFaults;
    this.#questionFaults = questionFaults;
    this.#listFaults = listFaults;
  }

  calm(): void {
    this.#operationFaults = [];
    this.#questionFaults = [];
    this.#listFaults = [];
  }

  /** How the operation that a call begins is to end; undefined: well, or it begins none. */
  failure(method: string, path: string): OperationFailure | undefined {
    if (method === "GET" || !path.includes("/endpointAttachments")) return undefined;
    this.#operations += 1;
    const fault = this.#operationFaults.find(({ operation }) => operation === this.#operations);
    if (fault === undefined) return undefined;
    return { code: fault.code, message: "it did not work out", isLost: fault.effect === "lost" };
  }

  /** What a question after an operation is refused with, if it is. */
  refusal(method: string, path: string): ExchangeResponse | undefined {
    if (method !== "GET") return undefined;
    const isList = path.endsWith("/operations");
    if (!isList && !path.includes("/operations/")) return undefined;
    if (isList) this.#lists += 1;
    else this.#questions += 1;
    const asked = isList ? this.#lists : this.#questions;
    const faults = isList ? this.#listFaults : this.#questionFaults;
    const fault = faults.find(({ question, times }) => asked >= question && asked < question + times);
    return fault === undefined ? undefined : refusalOf(fault.status);
  }
}

const statuses = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  503: "UNAVAILABLE",
};

function refusalOf(code: QuestionFault["status"]): ExchangeResponse {
  const body = { error: { code, message: "no answer to that", status: statuses[code] } };
  const headers = { "content-type": "application/json" };
  return { status: code, headers, body: JSON.stringify(body) };
}

/**
 * Operations that end with errors, questions that are refused, policies that are renamed, and what people do about
 * them.
 */
export function withOperationTrouble(scenario: Scenario, random: Random): Scenario {
  const calls = scenario.operations.length * 2;
  const operationFaults = Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, (): OperationFault => {
    // What is over what is taken is another's, which the platform would not say of what it has made itself.
    const code = random.pick(failureCodes);
    return { operation: random.between(1, calls), code, effect: code === 6 ? "lost" : random.pick(["holds", "lost"]) };
  });
  const questionFaults = Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, (): QuestionFault => {
    const status = random.pick([400, 401, 403, 404] as const);
    return { question: random.between(1, calls), times: random.pick([1, 1, 2, 5, 40]), status };
  });
  const renamesPolicies = random.chance(0.5);
  const troubled = { ...scenario, operationFaults, questionFaults, renamesPolicies };
  return random.chance(0.5) ? withAftermath(troubled, random) : troubled;
}

/** What a person does right after a run of theirs, in the place of what came next. */
function withAftermath(scenario: Scenario, random: Random): Scenario {
  const { operations, blueprints } = scenario;
  const ups = operations.flatMap(({ act }, index) => (act.kind === "up" ? [index] : []));
  const at = ups[random.below(ups.length)];
  const broken = at === undefined ? undefined : operations[at];
  if (at === undefined || broken === undefined) return scenario;
  const attachments = blueprints.flatMap(({ kind }, slot) => (kind === "attachment" ? [slot] : []));
  const slot = attachments[random.below(attachments.length)] ?? 0;
  const act = random.pick<Request>([
    { kind: "forget", slot },
    { kind: "rename", slot },
    { kind: "undo" },
    { kind: "refresh" },
    { kind: "destroy" },
  ]);
  const edit: Operation = { ...quiet, actor: broken.actor, act };
  return { ...scenario, operations: operations.toSpliced(at + 1, 1, edit, ...(random.chance(0.5) ? [broken] : [])) };
}
