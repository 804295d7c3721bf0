import type { Issue } from '../errors/domain-error.ts'

interface GradingTimes {
  readonly release: 'immediate' | 'manual'
  readonly releaseAt: string | null
}

export function exerciseGradingIssues({ release, releaseAt }: GradingTimes): Issue[] {
  return releaseAt !== null && release !== 'manual' ? [neverReached] : []
}

const neverReached: Issue = {
  path: '$.releaseAt',
  code: 'invalid_value',
  message: 'Needs `release` to be `manual`: each result is released at once otherwise.',
}

export const unpublishedRubric: Issue = {
  path: '$.rubricId',
  code: 'invalid_value',
  message: 'Must be a published rubric of the course.',
}
