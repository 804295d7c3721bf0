import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'

export const deleteRubric = defineOperation({
  method: 'delete',
  path: '/rubrics/{rubricId}',
  tag: 'rubrics',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Delete a rubric that was never published',
  description: 'What was published once may have judged somebody, so it can only be archived.',
  params: rubricParams,
  ifMatch: true,
  example: { params: { rubricId: rubricIds.draft }, revision: 1 },
  replies: { 204: { description: 'There is no such rubric any more.' } },
  problems: ['rubric_in_use'],
  timeLimitMs: usualLimitMs,
})
