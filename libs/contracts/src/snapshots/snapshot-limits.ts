/** Milliseconds, for reading a whole course or its first snapshot; the difference is for writing it, which a large course needs. */
export const snapshotLimits = { timeLimitMs: 120_000, upstreamLimitMs: 110_000 } as const
