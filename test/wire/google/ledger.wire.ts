import { clientCoverage } from "../client-coverage.ts";

clientCoverage("google", () => false);
