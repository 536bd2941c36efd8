import { clientCoverage } from "../client-coverage.ts";

// JavaScript's client sends a PATCH without its body, which can only be refused for content, and asks no host what it
// is.
clientCoverage("databricks", (entry) => /^PATCH .*-> (?!invalid)|databricks-config/.test(entry));
