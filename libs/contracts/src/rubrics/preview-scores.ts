import Type from 'typebox'
import { judgementBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { fieldError } from '../problems/internal-error.ts'
import { nullable } from '../schemas/paging.ts'
import { resultParts } from './result-part.ts'
import { scoreIssueCodes } from './score-issue-codes.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'
import { givenAdjustment, scores } from './score.ts'

const scoresToPreview = Type.Object(
  {
    version: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      description: 'A published version; null: the draft.',
    }),
    scores,
    adjustment: nullable(givenAdjustment),
  },
  {
    title: 'ScoresToPreview',
    additionalProperties: false,
    description: 'Scores, and the version of the rubric that they are judged by.',
  },
)

const scorePreview = Type.Object(
  {
    points: Type.Number(),
    byCriterion: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'The points of every criterion.',
    }),
    parts: resultParts,
    issues: Type.Array(fieldError(scoreIssueCodes), {
      description: 'Issues of scores that are not possible, which count 0, and of what is missing.',
    }),
  },
  { title: 'ScorePreview', description: 'The points that result from the scores.' },
)

export const previewScores = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/preview',
  tag: 'grading',
  allow: 'grader',
  subject: 'rubric',
  summary: 'Preview the points of scores',
  description:
    'The points that would result from scores, by the same rules as in assessments. Nothing is stored. Problems of the scores are part of the reply.',
  params: rubricParams,
  body: scoresToPreview,
  maxBody: judgementBody,
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
      description: 'The points and the problems of the scores.',
      schema: scorePreview,
      example: {
        points: 7.5,
        byCriterion: { structure: 8.5, faults: -2.25, report: 0 },
        parts: [
          { kind: 'criterion', criterionId: 'structure', points: 8.5 },
          { kind: 'criterion', criterionId: 'faults', points: -2.25 },
          { kind: 'criterion', criterionId: 'report', points: 0 },
          { kind: 'adjustment', points: 1 },
          { kind: 'rounding', points: 0.25 },
        ],
        issues: [{ path: '$.scores.report', code: 'score_required', message: 'This criterion must be judged.' }],
      },
    },
  },
})
