/** How the migration service's objects look and are written in one interface version. */
export interface MigrateVersionShape {
  /** Versions of 2023 and later: objects carry `systemData`, errors `additionalInfo`, a PUT must have a body. */
  readonly modern: boolean;
  /** Collectors and assessment projects carry `eTag`. */
  readonly assessmentETag: boolean;
  /** A PUT that makes a collector or an assessment project names an operation that can be watched. */
  readonly background: boolean;
  /** What the swagger asks of the name of a migrate project; null where it is any text. */
  readonly migrateProjectName: RegExp | null;
}

const first: MigrateVersionShape = {
  modern: false,
  assessmentETag: true,
  background: false,
  migrateProjectName: null,
};

const later: MigrateVersionShape = {
  modern: true,
  assessmentETag: false,
  background: true,
  migrateProjectName: /^[a-zA-Z0-9-]{3,24}$/,
};

/** The shape of a version: 2019-10-01 (assessment) and 2020-05-01 (hub) are the old ones, all others of one mould. */
export function migrateVersionShape(apiVersion: string): MigrateVersionShape {
  return apiVersion < "2023" ? first : later;
}
