/**
 * Of operations that read a whole course, or wait for its first snapshot, in milliseconds: what the learning platform leaves is
 * for writing it, which takes longer the larger the course is.
 */
export const snapshotLimits = { timeLimitMs: 120_000, upstreamLimitMs: 110_000 } as const
