import { beginsOperation, type Operation, type ResponseForm } from "../../contract/operation.ts";

type Described = Pick<Operation, "method" | "responses" | "waits">;

const words = {
  minimal: "`return=minimal`: no document in the answer.",
  wait: "`wait=N`: wait so many seconds for the end.",
  async: "`respond-async`: do not wait.",
} as const;

/**
 * Whether an answer comes without its document where the caller asks for that: it is all there is, or Location tells
 * where it is.
 */
export function isLeftOut(operation: Described, status: string, response: ResponseForm): boolean {
  if (operation.method === "GET" || response.schema === undefined) return false;
  return status === "200" || response.headers?.includes("Location") === true;
}

/** What `Prefer` may say to an operation, in sentences; none where it is not heard. */
export function preferencesFor(operation: Described): readonly string[] {
  const leaves = Object.entries(operation.responses).some(([status, response]) =>
    isLeftOut(operation, status, response),
  );
  const waits = operation.waits === true || operation.responses[202] !== undefined;
  const isAsync = operation.waits === true || beginsOperation(operation);
  return [...(leaves ? [words.minimal] : []), ...(waits ? [words.wait] : []), ...(isAsync ? [words.async] : [])];
}
