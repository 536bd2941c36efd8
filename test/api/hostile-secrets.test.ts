import { testDeployment } from "../../src/service/deployment.fixture.ts";
import { hostileSecretsCases } from "./hostile-secrets-cases.ts";

hostileSecretsCases(() => testDeployment());
