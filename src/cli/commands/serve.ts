import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { UsageMistake } from "../arguments.ts";
import { type Command, type Invocation, optionValue, printJson } from "../command.ts";
import type { ServeRequest } from "../connection/running-service.ts";
import { isLoopback } from "../login/safe-address.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportMistake, writeProblems } from "../reports/report.ts";
import { wholeNumber } from "../settings.ts";
import { sharedOptions, untilAborted, workRequest } from "./shared-process.ts";

const defaultPort = 8788;

export const serve: Command = {
  positionals: [],
  options: [
    { name: "host", value: "ADDRESS", summary: "where to listen (default 127.0.0.1; any other needs TLS)" },
    { name: "port", value: "N", summary: `the port (default ${defaultPort}; 0 takes a free one)` },
    { name: "tls-cert", value: "FILE", summary: "the certificate with its chain, PEM" },
    { name: "tls-key", value: "FILE", summary: "the certificate's key, PEM" },
    ...sharedOptions,
    { name: "no-worker", summary: "only answer: `plumb worker` over the same store carries out what is asked" },
    {
      name: "new-first-admin",
      summary: "make another token for the first admin, and end the former one with all that were made from it",
    },
    {
      name: "throw-away",
      summary:
        "in memory, with a cloud of its own and without sign-in, until standard input ends: for tests of programs",
    },
  ],
  description:
    "Serves the API to people and programs, each with their own rights, until it is stopped. " +
    "Runs go on after their callers are gone; several services over one PostgreSQL (PLUMB_STORE) take over from " +
    "one another. The first start makes a token for an admin.",
  examples: [
    { line: "plumb serve", meaning: "for this machine" },
    { line: "plumb serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem", meaning: "for others" },
    { line: "plumb plan --server http://127.0.0.1:8788", meaning: "use it (PLUMB_TOKEN, or `plumb login`)" },
  ],
  run: async (invocation) => {
    const request = serveRequest(invocation);
    if (!request.ok) return reportMistake(invocation, request.error);
    const opened = await invocation.context.serve(request.value);
    if (!opened.ok) {
      writeProblems(invocation, opened.error, new Map());
      return exitCodes.mistake;
    }
    const { url, firstAdmin, over, stop } = opened.value;
    if (invocation.settings.json) printJson(invocation, { url, firstAdmin });
    else {
      invocation.people.write(`Plumbline serves on ${url} (stop it with Ctrl-C).\n`);
      if (firstAdmin !== null) invocation.people.write(`The first admin's token is in ${firstAdmin}.\n`);
    }
    await Promise.race([untilAborted(invocation.context.signal), ...(over === undefined ? [] : [over])]);
    await stop();
    return exitCodes.done;
  },
};

function serveRequest(invocation: Invocation): Result<ServeRequest, UsageMistake> {
  const port = wholeNumber(optionValue(invocation, "port"), "--port", 0, 65_535);
  if (!port.ok) return port;
  const [cert, key] = [optionValue(invocation, "tls-cert"), optionValue(invocation, "tls-key")];
  if ((cert === undefined) !== (key === undefined)) return err({ detail: "--tls-cert and --tls-key go together" });
  const throwAway = invocation.arguments.flags.has("throw-away");
  const isOpenToOthers = ["host", "tls-cert", "access", "policies"].some((name) => optionValue(invocation, name));
  if (throwAway && isOpenToOthers)
    return err({ detail: "--throw-away serves this machine alone, without sign-in: give it a port only" });
  const host = optionValue(invocation, "host") ?? "127.0.0.1";
  if (cert === undefined && !isLoopback(host))
    return err({ detail: `${host} is reached from other machines: that needs --tls-cert and --tls-key` });
  const shared = workRequest(invocation);
  if (!shared.ok) return shared;
  return ok({
    ...shared.value,
    host,
    port: port.value ?? defaultPort,
    tls: cert === undefined || key === undefined ? null : { cert, key },
    newFirstAdmin: invocation.arguments.flags.has("new-first-admin"),
    works: !invocation.arguments.flags.has("no-worker"),
    throwAway,
  });
}
