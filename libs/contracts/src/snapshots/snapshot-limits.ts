/**
 * Limits, in milliseconds, of operations that read a whole course or wait for its first snapshot. `timeLimitMs` is larger than
 * `upstreamLimitMs`, so that there is time left for writing the snapshot. A large course needs more of it.
 */
export const snapshotLimits = { timeLimitMs: 120_000, upstreamLimitMs: 110_000 } as const
