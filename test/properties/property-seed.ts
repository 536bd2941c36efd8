/**
 * Gives every property the same seed before each test file: the one that `vitest.config.ts` draws from the commit, so
 * that a commit is judged alike whenever it is tried (decision 0057).
 */
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env["PLUMB_PROPERTY_SEED"]) });
