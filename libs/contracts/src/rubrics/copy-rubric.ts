import Type from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { newRubricExample, rubricIds } from './rubric-examples.ts'
import { rubric, rubricParams } from './rubric.ts'

const rubricCopy = Type.Object(
  { courseId: upstreamId('The course that gets the copy. The caller must be its teacher, too.') },
  { title: 'RubricCopy', additionalProperties: false, description: 'The target of the copy.' },
)

export const copyRubric = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/copy',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Copy a rubric into a course',
  description: [
    'Makes a draft in the other course from the latest version, or else from the draft. Texts in languages that the course lacks are dropped; if that leaves',
    'no language of a title, nothing is copied.',
  ].join(' '),
  params: rubricParams,
  body: rubricCopy,
  example: { params: { rubricId: rubricIds.published }, body: { courseId: 11 } },
  replies: {
    201: { description: 'The copy at revision 1.', schema: rubric, etag: true, example: newRubricExample },
  },
})
