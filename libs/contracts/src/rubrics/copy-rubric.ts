import Type from 'typebox'
import { upstreamId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { newRubricExample, rubricIds } from './rubric-examples.ts'
import { rubric, rubricParams } from './rubric.ts'

const rubricCopy = Type.Object(
  { courseId: upstreamId('The course that gets the copy; the caller teaches it too.') },
  { title: 'RubricCopy', additionalProperties: false, description: 'Where a copy is made.' },
)

export const copyRubric = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/copy',
  tag: 'rubrics',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Copy a rubric into a course',
  description: [
    'A draft there, of the latest version, else of the draft. Texts in languages that the course lacks are dropped; where that leaves',
    'nothing of a title, nothing is copied.',
  ].join(' '),
  params: rubricParams,
  body: rubricCopy,
  example: { params: { rubricId: rubricIds.published }, body: { courseId: 11 } },
  replies: {
    201: { description: 'The copy at revision 1.', schema: rubric, etag: true, example: newRubricExample },
  },
  problems: [],
  timeLimitMs: usualLimitMs,
})
