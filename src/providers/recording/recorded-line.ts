import type { Json } from "../../../packages/base/json/json.ts";

/** An answer in the form of `test/vendor-answers`. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly text?: string;
}

/** One file of a recording. Everything in it is sanitised. */
export type RecordedLine =
  | {
      readonly kind: "recording";
      readonly at: string;
      readonly recording: string;
      /** Of these files; another one when their form changes. */
      readonly form: 1;
      readonly version: string;
      readonly platform: string;
      readonly node: string;
    }
  /** `request`, `query`, `times` and `answer` are those of a case in `test/vendor-answers`. */
  | {
      readonly kind: "exchange";
      readonly at: string;
      readonly vendor: string;
      readonly host: string;
      readonly request: string;
      readonly query: Readonly<Record<string, string>>;
      readonly times: 1;
      /** What was sent. */
      readonly sent?: { readonly body: Json } | { readonly text: string };
      readonly answer?: RecordedAnswer;
      /** Why there is no answer, or none that is whole: a code of the system. */
      readonly failure?: string;
    }
  /** An entry of the journal; `run` is no pseudonym, so that a run is found. */
  | {
      readonly kind: "journal";
      readonly at: string;
      readonly run: string | null;
      readonly entry: string;
      readonly content: Json;
    };
