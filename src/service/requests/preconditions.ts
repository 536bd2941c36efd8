import type { Expected } from "../../contract/expected.ts";
import type { Operation } from "../../contract/operation.ts";
import { CallRefusal } from "./call-refusal.ts";

const anything: Expected = { kind: "anything" };

/** What the caller expects to stand before a write. A CallRefusal where the operation requires that one says so. */
export function expectedBy({ precondition }: Operation, given: Expected | null): Expected {
  if (precondition === undefined) return anything;
  if (given !== null) return given;
  if (precondition === "possible") return anything;
  throw new CallRefusal(
    "precondition-required",
    "say what you expect to stand: `If-Match` with the ETag that you have read, or `If-None-Match: *` for nothing yet",
  );
}

/** Refuses a write when what stands is not as expected; null: nothing stands. */
export function holdTo(expected: Expected, etag: string | null): void {
  switch (expected.kind) {
    case "anything":
      return;
    case "something":
      if (etag === null) throw changedMeanwhile(etag);
      return;
    case "nothing":
      if (etag !== null) throw changedMeanwhile(etag);
      return;
    case "one of":
      if (etag === null || !expected.etags.includes(etag)) throw changedMeanwhile(etag);
  }
}

function changedMeanwhile(etag: string | null): CallRefusal {
  return new CallRefusal(
    "changed-meanwhile",
    etag === null ? "it does not exist" : "it was changed since you read it; read it again, and decide anew",
  );
}
