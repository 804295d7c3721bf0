/** Of a refresh, and of a read before the first one. Calls upstream end ten seconds earlier, so that a large snapshot can still be written. */
export const snapshotLimits = { timeLimitMs: 120_000, upstreamLimitMs: 110_000 } as const
