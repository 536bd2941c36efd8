// The first code that the single executable runs. The modules of the bundle lie in it as assets: they are served from
// there, as though they stood in a folder `dist`. Node's loader asks for them by the address they would have there.
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { createRequire, registerHooks } = require("node:module");
const { tmpdir } = require("node:os");
const { dirname, join } = require("node:path");
const { getAsset, getAssetKeys } = require("node:sea");
const { pathToFileURL } = require("node:url");

const root = process.argv.includes("serve") ? unpacked() : join(process.execPath, "executable");
const home = pathToFileURL(`${root}/`).href;

registerHooks({
  resolve: (specifier, context, next) => {
    const url = URL.parse(specifier, context.parentURL)?.href;
    return url !== undefined && isAsset(url) ? { url, format: "module", shortCircuit: true } : next(specifier, context);
  },
  load: (url, context, next) =>
    isAsset(url)
      ? { format: "module", source: getAsset(url.slice(home.length), "utf8"), shortCircuit: true }
      : next(url, context),
});

// `import` and `require` of the first code know modules of Node's own only; those of any other module go by the hooks.
createRequire(`${home}dist/`)("./start.mjs");

function isAsset(url) {
  return url.startsWith(`${home}dist/`) && getAssetKeys().includes(url.slice(home.length));
}

/** What a service reads by path, in a folder of its own that goes when it ends: policies, and code of its threads. */
function unpacked() {
  const folder = mkdtempSync(join(tmpdir(), "plumb-executable-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const name of getAssetKeys().filter((each) => !/^dist\/(?!check-thread).*[.]mjs$/.test(each))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), Buffer.from(getAsset(name)));
  }
  return folder;
}
