/**
 * How agents keep connections for the next call. One that was not in use for so long is closed by us: servers and what
 * stands before them close theirs a little later, and a request that crosses such an end on its way is one of which
 * it is unknown what it did.
 */
export const keptConnections = { keepAlive: true, timeout: 4_000 } as const;
