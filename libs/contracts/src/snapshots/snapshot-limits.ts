/**
 * Limits of operations that may have to take a snapshot: a refresh, and a read before the first one. Calls upstream end ten seconds
 * earlier, so that the snapshot of a large course can still be written.
 */
export const snapshotLimits = { timeLimitMs: 120_000, upstreamLimitMs: 110_000 } as const
