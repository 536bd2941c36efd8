import type { Schema } from "../../definitions/schema/schema.ts";

/** What is known of a value before there is one. */
export type ValueType = Schema | "any";
