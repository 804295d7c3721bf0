export const rubricLimits = {
  documentBytes: 500_000,
  textLength: 2_000,
  maxPoints: 1_000_000,
  criteria: [1, 50],
  levels: [2, 20],
  checks: [1, 100],
  maxTimes: [1, 99],
} as const
