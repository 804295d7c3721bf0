import { jsonPath, type PathSegment } from '../json/json-path.ts'
import { toHundredths } from './hundredths.ts'
import type { ChecksCriterion, Criterion, LevelsCriterion, PointsCriterion } from './rubric-document.ts'
import type { ScoreIssueCode } from '../errors/error-codes.ts'
import type { Score } from './score.ts'
import type { ScoreIssue } from './score-issue.ts'

interface CriterionScore {
  readonly hundredths: bigint
  readonly issues: readonly ScoreIssue[]
}

const valueOfKind = { levels: 'levelId', checks: 'checks', points: 'points' } as const
const values = Object.values(valueOfKind)

type IssueAt = (path: readonly PathSegment[], code: ScoreIssueCode, message: string) => ScoreIssue

/** An impossible score counts 0, and so does one that was only begun. */
export function scoreCriterion(criterion: Criterion, score: Score): CriterionScore {
  const issueAt: IssueAt = (path, code, message) => ({
    path: jsonPath(['scores', criterion.id, ...path]),
    code,
    message,
  })
  const own = valueOfKind[criterion.kind]
  const ofOtherKinds = values
    .filter((member) => member !== own && score[member] !== undefined)
    .map((member) => issueAt([member], 'wrong_kind', `The criterion has the kind ${criterion.kind}.`))
  const { hundredths, issues } = scoreOfKind(criterion, score, issueAt)
  const all = [...ofOtherKinds, ...issues]
  return { hundredths: all.length === 0 ? hundredths : 0n, issues: all }
}

export function hasValue(criterion: Criterion, score: Score): boolean {
  return score[valueOfKind[criterion.kind]] !== undefined
}

const nothing: CriterionScore = { hundredths: 0n, issues: [] }

function scoreOfKind(criterion: Criterion, { levelId, checks, points }: Score, issueAt: IssueAt): CriterionScore {
  switch (criterion.kind) {
    case 'levels':
      return levelId === undefined ? nothing : scoreLevel(criterion, levelId, issueAt)
    case 'checks':
      return checks === undefined ? nothing : scoreChecks(criterion, checks, issueAt)
    case 'points':
      return points === undefined ? nothing : scorePoints(criterion, points, issueAt)
  }
}

function scoreLevel({ levels }: LevelsCriterion, levelId: string, issueAt: IssueAt): CriterionScore {
  const level = levels.find(({ id }) => id === levelId)
  if (level === undefined) return { hundredths: 0n, issues: [issueAt(['levelId'], 'unknown_level', 'Unknown level.')] }
  return { hundredths: exactly(level.points), issues: [] }
}

function scoreChecks(
  { checks, maxChecks }: ChecksCriterion,
  chosen: Readonly<Record<string, number>>,
  issueAt: IssueAt,
): CriterionScore {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const entries = Object.entries(chosen)
  const scored = entries.map(([id, times]): CriterionScore => {
    const check = byId.get(id)
    const impossible = (code: ScoreIssueCode, message: string): CriterionScore => ({
      hundredths: 0n,
      issues: [issueAt(['checks', id], code, message)],
    })
    if (check === undefined) return impossible('unknown_check', 'Unknown check.')
    if (!Number.isSafeInteger(times) || times < 1) return impossible('out_of_range', 'Must be a whole number from 1.')
    if (times > check.maxTimes) return impossible('too_many_times', `At most ${check.maxTimes} time(s).`)
    return { hundredths: exactly(check.points) * BigInt(times), issues: [] }
  })
  const tooMany =
    maxChecks !== null && entries.length > maxChecks
      ? [issueAt(['checks'], 'too_many_checks', `At most ${maxChecks} different check(s).`)]
      : []
  return {
    hundredths: scored.reduce((sum, { hundredths }) => sum + hundredths, 0n),
    issues: [...scored.flatMap(({ issues }) => issues), ...tooMany],
  }
}

function scorePoints({ min, max, step }: PointsCriterion, points: number, issueAt: IssueAt): CriterionScore {
  const impossible = (code: ScoreIssueCode, message: string): CriterionScore => ({
    hundredths: 0n,
    issues: [issueAt(['points'], code, message)],
  })
  if (points < min || points > max) return impossible('out_of_range', `Must be from ${min} to ${max}.`)
  const hundredths = toHundredths(points)
  if (hundredths === null || (hundredths - exactly(min)) % exactly(step) !== 0n)
    return impossible('off_step', `Must be ${min}, or larger by a multiple of ${step}.`)
  return { hundredths, issues: [] }
}

function exactly(points: number): bigint {
  const hundredths = toHundredths(points)
  if (hundredths === null) throw new Error('a rubric has points with more than two decimal places')
  return hundredths
}
