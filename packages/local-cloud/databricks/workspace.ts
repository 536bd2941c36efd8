/** The one workspace of the local cloud, and its account. */
export const workspace = {
  account_id: "00000000-0000-4000-8000-0000000000ac",
  workspace_id: "1000000000000001",
} as const;
