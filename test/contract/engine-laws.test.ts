import { engineLaws } from "./engine-laws.ts";

engineLaws();
