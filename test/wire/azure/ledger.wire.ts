import { clientCoverage } from "../client-coverage.ts";

clientCoverage("azure", () => false);
