/**
 * Limits, in milliseconds, of operations that read a whole course or wait for its first snapshot. The time after the calls of the
 * learning platform is for writing the snapshot, which takes longer the larger the course is.
 */
export const snapshotLimits = { timeLimitMs: 120_000, upstreamLimitMs: 110_000 } as const
