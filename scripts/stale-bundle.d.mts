export const bundle: string;
export function bundleIsStale(): boolean;
