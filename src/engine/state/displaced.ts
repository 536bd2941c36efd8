import type { Json } from "../../base/json.ts";

/** What a write takes away beside its object on the same physical one: in words, and as its driver can put it back. */
export interface Displaced {
  readonly words: string;
  readonly content: Json;
}
