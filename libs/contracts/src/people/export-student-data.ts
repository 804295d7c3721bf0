import { defineOperation } from '../operation/operation.ts'
import { studentParams } from '../students/student.ts'
import { studentDataExample } from './student-data-example.ts'

export const exportStudentData = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/students/{userId}/data',
  tag: 'courses',
  allow: 'teacher',
  summary: 'Export the data of a student',
  description:
    'One JSON document with everything that the service holds of the person in this course, streamed. The export is recorded.',
  params: studentParams,
  example: { params: { courseId: 11, userId: 201 } },
  replies: { 200: { description: 'The document.', mediaType: 'application/json', example: studentDataExample } },
  timeLimitMs: 300_000,
  upstreamLimitMs: 10_000,
})
