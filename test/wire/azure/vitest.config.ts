import { wireConfig } from "../wire-config.ts";

export default wireConfig();
