import type { Issue } from '../errors.ts'

/** The grading settings of an exercise that restrict each other. */
export interface GradingTimes {
  readonly release: 'immediate' | 'manual'
  readonly releaseAt: string | null
  readonly dueAt: string | null
}

/** Issues of grading settings whose fields are valid by their schemas. */
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

/** The format of times allows some that a JavaScript date or the database cannot hold. */
function isStorable(time: string | null): boolean {
  if (time === null) return true
  const atMs = Date.parse(time)
  return atMs >= 0 && atMs < Date.UTC(10_000)
}
