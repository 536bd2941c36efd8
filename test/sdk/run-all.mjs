// Runs programs one after the other in one process, in a folder that has the SDK; a line for each, as the protocol's
// last.
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const part = (name) => import(pathToFileURL(join(folder, "node_modules/plumbline-sdk/dist", name)).href);
const { Program, insideProgram } = await part("program/program.js");
const { synthesize } = await part("program/render.js");

for (const file of files) {
  const program = new Program({ stack: "dev", project: "made-up", config: {}, environment: {} });
  let line;
  try {
    line = await insideProgram(program, async () =>
      synthesize(program, { ...(await import(pathToFileURL(file).href)) }),
    );
  } catch (error) {
    line = { failed: { message: String(error) } };
  }
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
