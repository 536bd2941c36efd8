import { testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { lineageCases } from "./lineage-cases.ts";

lineageCases(() => testDeployment());
