import { testDeployment } from "../../src/service/deployment.fixture.ts";
import { lineageCases } from "./lineage-cases.ts";

lineageCases(() => testDeployment());
