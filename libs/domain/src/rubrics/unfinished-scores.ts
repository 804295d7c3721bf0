import { isBlank } from '../documents/required-text.ts'
import { jsonPath } from '../json/json-path.ts'
import { hasValue } from './criterion-score.ts'
import type { Criterion, RubricDocument } from './rubric-document.ts'
import type { Score, Scores } from './score.ts'
import type { ScoreIssue } from './score-issue.ts'

export function unfinishedScores({ criteria }: Pick<RubricDocument, 'criteria'>, scores: Scores): ScoreIssue[] {
  return criteria.flatMap((criterion) =>
    gapsOf(criterion, Object.hasOwn(scores, criterion.id) ? scores[criterion.id] : undefined),
  )
}

function gapsOf(criterion: Criterion, score: Score | undefined): ScoreIssue[] {
  const at = ['scores', criterion.id]
  if (score === undefined || !hasValue(criterion, score)) {
    if (!criterion.required) return []
    return [{ path: jsonPath(at), code: 'score_required', message: 'This criterion must be judged.' }]
  }
  const gaps: ScoreIssue[] = []
  if (criterion.kind === 'checks' && Object.keys(score.checks ?? {}).length < criterion.minChecks) {
    gaps.push({
      path: jsonPath([...at, 'checks']),
      code: 'too_few_checks',
      message: `At least ${criterion.minChecks} different check(s).`,
    })
  }
  // One comment serves the criterion and everything that was chosen in it.
  if (needsComment(criterion, score) && isBlank(score.comment ?? ''))
    gaps.push({ path: jsonPath([...at, 'comment']), code: 'comment_required', message: 'A comment is required.' })
  return gaps
}

function needsComment(criterion: Criterion, { levelId, checks = {} }: Score): boolean {
  if (criterion.commentRequired) return true
  switch (criterion.kind) {
    case 'levels':
      return criterion.levels.some(({ id, commentRequired }) => commentRequired && id === levelId)
    case 'checks':
      return criterion.checks.some(({ id, commentRequired }) => commentRequired && Object.hasOwn(checks, id))
    case 'points':
      return false
  }
}
