import { defineOperation } from '../operation/operation.ts'
import { snapshotLimits } from '../snapshots/snapshot-limits.ts'
import { studentPageExample } from './student-examples.ts'
import { studentPage, studentParams } from './student.ts'

export const getStudent = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/students/{userId}',
  tag: 'courses',
  allow: 'grader_or_self',
  summary: 'Get a student of a course',
  description:
    'A student, also one who has left the course, with submissions, feedback and points. Graders see the students whom their restriction allows.',
  params: studentParams,
  example: { params: { courseId: 11, userId: 201 } },
  replies: { 200: { description: 'The student.', schema: studentPage, example: studentPageExample } },
  ...snapshotLimits,
})
