// What it takes a program to declare 10 000 resources, as a whole process: `node bench/synthesis.ts [COUNT]`.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { compileCacheFolder } from "../src/composition/compile-cache.ts";
import { startProgram } from "../src/programs/start-program.ts";
import { sdkFolder } from "../test/sdk/program.fixture.ts";

const count = Number(process.argv[2] ?? "10000");
const runs = 5;
const root = fileURLToPath(new URL("../", import.meta.url));

const typescript = `import { google, iam, interpolate } from "plumbline-sdk";
new google.Provider("google", { project: "acme" });
for (let index = 0; index < ${count / 2}; index += 1) {
  const fields = {
    location: "global",
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
    allowedRedirectUris: ["https://portal.example/callback"],
    allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"] as const,
  };
  const first = new iam.OAuthClient(
    \`a\${index}\`,
    { oauthClientId: \`first-\${index}\`, displayName: \`Client \${index}\`, ...fields },
  );
  new iam.OAuthClient(
    \`b\${index}\`,
    {
      oauthClientId: \`second-\${index}\`,
      displayName: interpolate\`After \${first.name}\`,
      description: first.clientId,
      ...fields,
    },
    { protect: true },
  );
}
`;

const python = `import plumbline_sdk as plumb
from plumbline_sdk import google, iam

google.Provider("google", project="acme")
for index in range(${count / 2}):
    first = iam.OAuthClient(
        f"a{index}",
        oauth_client_id=f"first-{index}",
        display_name=f"Client {index}",
        location="global",
        allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
        allowed_redirect_uris=["https://portal.example/callback"],
        allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"],
    )
    iam.OAuthClient(
        f"b{index}",
        oauth_client_id=f"second-{index}",
        display_name=plumb.Output.format("After {}", first.name),
        description=first.client_id,
        location="global",
        allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
        allowed_redirect_uris=["https://portal.example/callback"],
        allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"],
        opts=plumb.ResourceOptions(protect=True),
    )
`;

const folder = mkdtempSync(join(tmpdir(), "plumb-synthesis-"));
const sdk = await sdkFolder();
try {
  writeFileSync(join(folder, "plumb.py"), python);
  await measure("TypeScript", sdk.write("plumb.ts", typescript), 500);
  await measure("Python", join(folder, "plumb.py"), 1000);
} finally {
  sdk.remove();
  rmSync(folder, { recursive: true });
}

/** The median of several runs, from the start of the process to its end, its declaration received. */
async function measure(language: string, file: string, limit: number): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    const environment = { ...process.env, PYTHONPATH: join(root, "sdk", "python") };
    const program = startProgram(file, { environment, asked: [], compileCache: compileCacheFolder(process.env) });
    if (!program.ok) throw new Error(program.error.detail);
    program.value.send(JSON.stringify({ protocol: 1, stack: "dev", project: "bench", file, config: {} }));
    let last = "";
    for await (const line of program.value.lines) last = line;
    await program.value.ended;
    times.push(performance.now() - started);
    const { declaration } = JSON.parse(last);
    if (Object.keys(declaration.resources).length !== count) throw new Error(last.slice(0, 200));
  }
  const median = times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  const verdict = median <= limit ? "ok" : "over";
  process.stdout.write(`${language}: ${count} resources in ${median.toFixed(0)} ms (target ${limit} ms) ${verdict}\n`);
}
