import { describe } from "vitest";
import { takeOverCases } from "./take-over-cases.ts";

describe("two processes that serve one SQLite database", () => takeOverCases(() => null));
