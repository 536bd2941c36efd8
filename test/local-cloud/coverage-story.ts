import type { Json } from "../../packages/base/json/json.ts";
import { valueAt } from "../../packages/base/json/pointer.ts";
import type {
  Coverage,
  CoveredApi,
  CoveredOperation,
  Refusal,
} from "../../packages/local-cloud/coverage/covered-api.ts";
import type { LocalMode } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { contradictions } from "../vendor-interfaces/contradictions.ts";
import { type CloudProcess, cloudFile, openCloud } from "./served-cloud.ts";

/** What became of an operation, or the answer itself where that is none of what there can be. */
export type Seen = Coverage | { readonly status: number; readonly body: Json | undefined };

interface Answer {
  readonly status: number;
  readonly body: Json | undefined;
}

/** All operations of one version of an interface, sent one after the other to an emulator of their own. */
export class CoverageStory {
  readonly #api: CoveredApi;
  readonly #version: string;
  readonly #mode: LocalMode;
  readonly #cloud: CloudProcess;
  readonly #values: Record<string, string>;

  constructor(api: CoveredApi, version: string, mode: LocalMode) {
    this.#api = api;
    this.#version = version;
    this.#mode = mode;
    this.#cloud = openCloud(cloudFile(), mode);
    this.#values = { ...api.values };
  }

  /** Sends every operation that the version has, in turn, and tells what became of each. */
  async play(): Promise<readonly (readonly [CoveredOperation, Seen])[]> {
    const { operations, seeds, versions = [""] } = this.#api;
    const seen: (readonly [CoveredOperation, Seen])[] = [];
    try {
      const planted = await this.#cloud.seed(...seeds);
      if (!planted.ok) throw new Error(await planted.text());
      for (const operation of operations) {
        if ((operation.versions ?? versions).includes(this.#version))
          seen.push([operation, await this.#see(operation)]);
      }
    } finally {
      this.#cloud.close();
    }
    return seen;
  }

  async #see(operation: CoveredOperation): Promise<Seen> {
    const path = this.#filled(operation.path);
    const answer = await this.#send(operation, path);
    if (this.#isInVendorsForm(operation, path, answer)) {
      if (answer.status < 300) {
        this.#keep(operation, answer.body);
        return "served";
      }
      const told = operation[this.#mode];
      if (typeof told === "object" && isRefusal(answer, told)) return told;
    }
    const unknown = await this.#send(operation, path.replace(/[^/]+(\/[^/]+)$/, "unheardOf$1"));
    return refusalOf(unknown) === refusalOf(answer) ? "not there" : answer;
  }

  async #send({ method, query = "", body, isOfAccount }: CoveredOperation, path: string): Promise<Answer> {
    const search = [this.#filled(query), this.#version === "" ? "" : `api-version=${this.#version}`];
    const response = await this.#cloud.call(
      method,
      `${path}?${search.filter((each) => each !== "").join("&")}`,
      body === undefined ? undefined : this.#filled(JSON.stringify(body)),
      { authorization: "Bearer local:admin@local.example" },
      isOfAccount === true ? "http://accounts.local.example" : "http://local.example",
    );
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  #isInVendorsForm({ method }: CoveredOperation, path: string, answer: Answer): boolean {
    return contradictions({ method, path, version: this.#version, mode: this.#mode, ...answer }).length === 0;
  }

  #filled(text: string): string {
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => this.#values[name] ?? whole);
  }

  /** Of a resource name the last segment. */
  #keep({ keeps = {} }: CoveredOperation, body: Json | undefined): void {
    for (const [name, pointer] of Object.entries(keeps)) {
      const value = String(valueAt(body, pointer));
      this.#values[name] = value.startsWith("projects/") ? value.slice(value.lastIndexOf("/") + 1) : value;
    }
  }
}

function isRefusal({ status, body }: Answer, told: Refusal): boolean {
  return status === told.status && JSON.stringify(body).includes(told.says);
}

/** Status and structured code of a refusal, whose words name the path. */
function refusalOf({ status, body }: Answer): string {
  return `${status} ${valueAt(body, "/error/code") ?? valueAt(body, "/error_code")}`;
}
