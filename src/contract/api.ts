import type { Call } from "./call.ts";
import type { BodyOf, MemberOf, Operation, PathValues, QueryValue } from "./operation.ts";
import { accessOperations } from "./operations/access.ts";
import { auditOperations } from "./operations/audit.ts";
import { configOperations } from "./operations/config.ts";
import { credentialOperations } from "./operations/credentials.ts";
import { declarationOperations } from "./operations/declarations.ts";
import { eventOperations } from "./operations/events.ts";
import { objectOperations } from "./operations/objects.ts";
import { planOperations } from "./operations/plans.ts";
import { readOperations } from "./operations/reads.ts";
import { typeOperations } from "./operations/resource-types.ts";
import { resourceOperations } from "./operations/resources.ts";
import { roleOperations } from "./operations/roles.ts";
import { runOperations } from "./operations/runs.ts";
import { serviceOperations } from "./operations/service.ts";
import { stackOperations } from "./operations/stacks.ts";
import { stateOperations } from "./operations/state.ts";
import { transferOperations } from "./operations/transfers.ts";
import type { Component } from "./words.ts";

/** Every operation of the API, by its id. */
export const apiOperations = {
  ...serviceOperations,
  ...eventOperations,
  ...typeOperations,
  ...declarationOperations,
  ...stackOperations,
  ...transferOperations,
  ...configOperations,
  ...planOperations,
  ...runOperations,
  ...resourceOperations,
  ...stateOperations,
  ...readOperations,
  ...objectOperations,
  ...accessOperations,
  ...roleOperations,
  ...credentialOperations,
  ...auditOperations,
};

type ApiOperations = typeof apiOperations;

export type OperationId = keyof ApiOperations;

type QueryOf<O> = O extends { readonly query: infer Q }
  ? { readonly [N in keyof Q]?: QueryValue | undefined }
  : unknown;

type PathPart<O extends Operation> = keyof PathValues<O["path"]> extends never
  ? { readonly path?: undefined }
  : { readonly path: PathValues<O["path"]> };

type BodyPart<O extends Operation> =
  undefined extends BodyOf<O> ? { readonly body?: BodyOf<O> } : { readonly body: BodyOf<O> };

/** What is said in a call of an operation. */
export type Asked<I extends OperationId> = PathPart<ApiOperations[I]> &
  BodyPart<ApiOperations[I]> & {
    readonly query?: QueryOf<ApiOperations[I]>;
    readonly expected?: Call["expected"];
  };

/** The same of any operation. */
export interface AskedOfAny {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | undefined>>;
  readonly body?: unknown;
  readonly expected?: Call["expected"];
}

type SuccessStatus = 200 | 201 | 202 | 204;

type DocumentIn<R> = R extends { readonly schema: Component<infer D> } ? D : undefined;

/** The document that an operation answers with when all goes well; undefined where it has none. */
export type DocumentOf<I extends OperationId> = {
  [S in keyof ApiOperations[I]["responses"]]: S extends SuccessStatus
    ? DocumentIn<ApiOperations[I]["responses"][S]>
    : never;
}[keyof ApiOperations[I]["responses"]];

/** Operations that give a list in pages. */
export type ListId = {
  [I in OperationId]: ApiOperations[I] extends { readonly pages: object } ? I : never;
}[OperationId];

/** An entry of a list. */
export type EntryOf<I extends ListId> =
  MemberOf<ApiOperations[I]> extends keyof DocumentOf<I>
    ? DocumentOf<I>[MemberOf<ApiOperations[I]>] extends readonly (infer E)[]
      ? E
      : never
    : never;
