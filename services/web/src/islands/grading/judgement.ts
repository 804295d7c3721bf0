import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { judge, type Judged } from '@course-grading/domain/assessments/judge'
import { jsonPath } from '@course-grading/domain/json/json-path'
import type { Fields, Score } from './fields.ts'
import { emptiedAnnotations } from './patches.ts'
import { isUnreadable } from './typed-values.ts'
import type { Issue } from './issue.ts'

export interface JudgedAssessment extends Pick<Assessment, 'rubric' | 'autoPoints' | 'upstreamMaxPoints'> {
  readonly addsAutoPoints: boolean
}

/** Judges what the fields hold by the rule of the domain. */
export function judgeFields({ rubric, ...assessment }: JudgedAssessment, { scores, adjustment }: Fields): Judged {
  const { points, reason } = adjustment
  return judge({
    document: rubric.document,
    scores: Object.fromEntries([...scores].map(([id, score]) => [id, judgedScore(score)])),
    adjustment: typeof points === 'string' || reason === '' ? null : { points, reason },
    ...assessment,
  })
}

function judgedScore({ levelId, points, checks, comment }: Score) {
  const times = [...checks.times].filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return {
    ...(levelId !== '' && { levelId }),
    ...(typeof points === 'number' && { points }),
    ...(comment !== '' && { comment }),
    ...((checks.none || times.length > 0) && { checks: Object.fromEntries(times) }),
  }
}

/** What is to be mended before a completion: first the judgement in the order of its rule, then what cannot be saved as it is typed. */
export function gapsIn(assessment: JudgedAssessment, base: Fields, fields: Fields): Issue[] {
  const { impossible, unfinished } = judgeFields(assessment, fields)
  const typed = unfinishedFields(base, fields)
  // Points that cannot be read are missing, too, and are named once.
  const others = [...impossible, ...unfinished].filter(
    ({ path }) => !typed.some((of) => of.path.startsWith(`${path}.`)),
  )
  return [...others, ...typed].map(({ path, code }) => ({ path, code }))
}

/** What cannot be saved as it is typed, where the server has `base`. */
export const unfinishedFields = (base: Fields, fields: Fields): Issue[] => [
  ...[...fields.scores].flatMap(([id, score]) => unreadableIn(id, score)),
  ...unfinishedAdjustment(fields),
  ...emptiedAnnotations(base, fields).map(emptiedIssue),
]

export const emptiedIssue = (id: string): Issue => ({
  path: jsonPath(['annotations', id, 'body']),
  code: 'invalid_value',
})

function unreadableIn(criterionId: string, { points, checks }: Score): Issue[] {
  const unreadable = [...checks.times].filter(([, times]) => isUnreadable(times)).map(([id]) => ['checks', id])
  return [...unreadable, ...(isUnreadable(points) ? [['points']] : [])].map((at) => ({
    path: jsonPath(['scores', criterionId, ...at]),
    code: 'unreadable',
  }))
}

function unfinishedAdjustment({ adjustment: { points, reason } }: Fields): Issue[] {
  const issue = (member: 'points' | 'reason', code: string): Issue[] => [
    { path: jsonPath(['adjustment', member]), code },
  ]
  if (isUnreadable(points)) return issue('points', 'unreadable')
  if (points !== '' && reason === '') return issue('reason', 'required')
  return points === '' && reason !== '' ? issue('points', 'required') : []
}
