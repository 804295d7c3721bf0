import Type from 'typebox'
import { defineOperation } from '../operation.ts'
import { fieldError } from '../internal-error.ts'
import { nullable, usualLimitMs } from '../paging.ts'
import { scoreIssueCodes } from './score-issue-codes.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'
import { adjustment, scores } from './score.ts'

const scoresToPreview = Type.Object(
  {
    version: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      description: 'A published version; null: the draft.',
    }),
    scores,
    adjustment: nullable(adjustment),
  },
  { title: 'ScoresToPreview', additionalProperties: false, description: 'Scores, and by what they are judged.' },
)

const scorePreview = Type.Object(
  {
    points: Type.Number(),
    byCriterion: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'The points of every criterion.',
    }),
    issues: Type.Array(fieldError(scoreIssueCodes), {
      description: 'Why scores could not be taken, which then count 0, and what is missing.',
    }),
  },
  { title: 'ScorePreview', description: 'What the scores come to.' },
)

export const previewScores = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/preview',
  tag: 'rubrics',
  allow: 'grader',
  subject: 'rubric',
  summary: 'Try a rubric',
  description:
    'The points that scores would come to, by the rule that judges assessments. Nothing is stored, and problems of the scores are part of the reply.',
  params: rubricParams,
  body: scoresToPreview,
  example: {
    params: { rubricId: rubricIds.published },
    body: {
      version: 1,
      scores: { structure: { levelId: 'good' }, faults: { checks: { 'no-tests': 1 } } },
      adjustment: { points: 1, reason: 'A very good idea.' },
    },
  },
  replies: {
    200: {
      description: 'What they come to.',
      schema: scorePreview,
      example: {
        points: 7.5,
        byCriterion: { structure: 8.5, faults: -2.25, report: 0 },
        issues: [{ path: '$.scores.report', code: 'score_required', message: 'This criterion must be judged.' }],
      },
    },
  },
  problems: [],
  timeLimitMs: usualLimitMs,
})
