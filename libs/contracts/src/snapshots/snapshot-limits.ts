/** Milliseconds for reading a course or its first snapshot. The difference is for writing the snapshot, which a large course needs. */
export const snapshotLimits = { timeLimitMs: 120_000, upstreamLimitMs: 110_000 } as const
