import type { Context } from "hono";
import { RequestBody } from "./request-body.ts";

export async function bodyOf(context: Context): Promise<RequestBody> {
  return RequestBody.read(context.req.raw);
}

/** The stack that the path names. */
export function stackOf(context: Context): string {
  return context.req.param("stack") ?? "";
}
