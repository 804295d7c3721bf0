import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { judge, type Judged } from '@course-grading/domain/assessments/judge'
import { jsonPath } from '@course-grading/domain/json/json-path'
import { type Fields, paths } from './fields.ts'
import { emptiedAnnotations, unreadableScores } from './patches.ts'
import { numberAt } from './typed-values.ts'
import type { Issue } from './issue.ts'

export interface JudgedAssessment extends Pick<Assessment, 'rubric' | 'autoPoints' | 'upstreamMaxPoints'> {
  readonly addsAutoPoints: boolean
}

/** Judges what the fields hold by the rule of the domain. */
export function judgeFields({ rubric, ...assessment }: JudgedAssessment, fields: Fields): Judged {
  const points = numberAt(paths.adjustment, fields[paths.adjustment] ?? '')
  const reason = fields[paths.reason]
  return judge({
    document: rubric.document,
    scores: scoresIn(fields),
    adjustment: points === null || reason === undefined ? null : { points, reason },
    ...assessment,
  })
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
export function unfinishedFields(base: Fields, fields: Fields): Issue[] {
  return [...unfinishedJudgement(fields), ...emptiedAnnotations(base, fields).map(emptiedIssue)]
}

export const emptiedIssue = (id: string): Issue => ({
  path: jsonPath(['annotations', id, 'body']),
  code: 'invalid_value',
})

function unfinishedJudgement(fields: Fields): Issue[] {
  const scores = unreadableScores(fields).map((path) => ({ path: jsonPath(path.split('/')), code: 'unreadable' }))
  const points = fields[paths.adjustment]
  const hasReason = fields[paths.reason] !== undefined
  const path = jsonPath(['adjustment', 'points'])
  if (points !== undefined && numberAt(paths.adjustment, points) === null)
    return [...scores, { path, code: 'unreadable' }]
  if (points !== undefined && !hasReason)
    return [...scores, { path: jsonPath(['adjustment', 'reason']), code: 'required' }]
  return points === undefined && hasReason ? [...scores, { path, code: 'required' }] : scores
}

interface WritableScore {
  levelId?: string
  points?: number
  comment?: string
  checks?: Record<string, number>
}

const scoresByFields = new WeakMap<Fields, Readonly<Record<string, WritableScore>>>()

/** The scores of one object of fields are read once: most of its fields may be of annotations. */
function scoresIn(fields: Fields): Readonly<Record<string, WritableScore>> {
  const scores = scoresByFields.get(fields) ?? readScores(fields)
  scoresByFields.set(fields, scores)
  return scores
}

function readScores(fields: Fields): Record<string, WritableScore> {
  // The object has no prototype, since its names come from a form.
  const scores = Object.create(null) as Record<string, WritableScore>
  for (const path of Object.keys(fields)) {
    if (!path.startsWith('scores/')) continue
    const value = fields[path] ?? ''
    const [, criterionId = '', member, checkId = ''] = path.split('/')
    const score = (scores[criterionId] ??= {})
    if (member === 'levelId') score.levelId = value
    if (member === 'comment') score.comment = value
    if (member === 'none') score.checks ??= {}
    const number = numberAt(path, value)
    if (number === null) continue
    if (member === 'checks') score.checks = { ...score.checks, [checkId]: number }
    if (member === 'points') score.points = number
  }
  return scores
}
