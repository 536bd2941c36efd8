/** The words by which the vendor tells its errors apart, with the status of each. */
export const errorStatuses = {
  BAD_REQUEST: 400,
  NO_CREDENTIAL: 401,
  NOT_ALLOWED: 403,
  NO_SUCH_KEY: 404,
  KEY_EXISTS: 409,
  NOT_RETIRED: 409,
  SLOW_DOWN: 429,
  BROKEN: 500,
  BUSY: 503,
} as const;

export type ErrorWord = keyof typeof errorStatuses;

/** The body of every error. */
export type ErrorBody = { readonly fault: { readonly word: string; readonly text: string } };
