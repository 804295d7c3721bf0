import type { Issue } from '../errors.ts'

/** What the times among the grading settings of an exercise are compared with. */
export interface GradingTimes {
  readonly release: 'immediate' | 'manual'
  readonly releaseAt: string | null
  readonly dueAt: string | null
}

/** Issues of grading settings, each field valid by its schema. */
export function exerciseGradingIssues({ release, releaseAt, dueAt }: GradingTimes): Issue[] {
  return [
    ...(isStorable(releaseAt) ? [] : [unlikelyTime('$.releaseAt')]),
    ...(isStorable(dueAt) ? [] : [unlikelyTime('$.dueAt')]),
    ...(releaseAt !== null && release !== 'manual' ? [neverReached] : []),
  ]
}

const neverReached: Issue = {
  path: '$.releaseAt',
  code: 'invalid_value',
  message: 'Needs `release` to be `manual`: each result is released at once otherwise.',
}

const unlikelyTime = (path: string): Issue => ({
  path,
  code: 'invalid_value',
  message: 'Must be a time between 1970 and 9999.',
})

/** The format of times allows some that neither a date nor the database can hold. */
function isStorable(time: string | null): boolean {
  if (time === null) return true
  const atMs = Date.parse(time)
  return atMs >= 0 && atMs < Date.UTC(10_000)
}
