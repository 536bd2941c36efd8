import { goodAnswer, replyComplaints } from "../../packages/local-cloud/google/check-reply.fixture.ts";
import type { Reply } from "./reply.ts";

/**
 * What contradicts the vendor's discovery documents in one answer, in words; undefined where they know no such method.
 */
export function googleContradictions(reply: Reply): readonly string[] | undefined {
  const { method, path, status, body } = reply;
  const message = goodAnswer(method, path);
  if (message === undefined) return undefined;
  if (status < 400 && status !== (message === "void" ? 204 : 200)) return ["no such status is described"];
  if (body !== undefined) return replyComplaints(reply);
  return message === "void" && status < 400 ? [] : ["a body is described, there was none"];
}
