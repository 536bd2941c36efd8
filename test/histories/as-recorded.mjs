// Loaded before a command whose state becomes a history (`--import`): it keeps no name of the machine or of its user.
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.hostname = () => "recorder.example";
const { userInfo } = os;
os.userInfo = (...options) => ({ ...userInfo(...options), username: "ann" });
syncBuiltinESMExports();
