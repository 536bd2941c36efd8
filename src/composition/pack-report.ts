import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import type { PackedReport, ReportRequest } from "../cli/reports/packed-report.ts";
import { recordedRun } from "../providers/recording/read-recordings.ts";
import type { RecordedLine } from "../providers/recording/recorded-line.ts";
import { replacePrivate } from "./machine/replace-private.ts";

/**
 * Packs what is recorded of a run into one file of JSON lines, gzip'ed, its owner's only. The first line says what made
 * it and which types with which fields the run wrote. Null where nothing is recorded of the run. Throws what the file
 * system throws.
 */
export function packReport({ folder, run, output, version }: ReportRequest): PackedReport | null {
  const lines = recordedRun(folder, run);
  if (lines.length === 0) return null;
  const head = {
    ...{ kind: "report", form: 1, run, version, node: process.version },
    platform: `${process.platform} ${process.arch}`,
    resources: shapesIn(lines),
  };
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
  const packed = gzipSync(text);
  replacePrivate(resolve(output), packed);
  const count = (kind: RecordedLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return {
    ...{ output, run, bytes: packed.length, recordings: count("recording") },
    ...{ exchanges: count("exchange"), entries: count("journal"), resources: head.resources },
  };
}

/** Which types were written, with the names of their fields: the declaration's shape, without its values. */
function shapesIn(lines: readonly RecordedLine[]): PackedReport["resources"] {
  const shapes = new Map<string, { readonly type: string; readonly fields: readonly string[] }>();
  for (const line of lines) {
    if (line.kind !== "journal" || line.entry !== "intent" || !isJsonObject(line.content)) continue;
    const { type, request } = line.content;
    const inputs: Json | undefined = isJsonObject(request ?? null) ? (request as { inputs?: Json }).inputs : undefined;
    const fields = isJsonObject(inputs ?? null) ? Object.keys(inputs as object).sort() : [];
    if (typeof type === "string") shapes.set(`${type} ${fields.join()}`, { type, fields });
  }
  return [...shapes.values()];
}
