import { testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { hostileSecretsCases } from "./hostile-secrets-cases.ts";

hostileSecretsCases(() => testDeployment());
