import { courseProblems } from '../frontend-problems.ts'
import { defineOperation } from '../operation.ts'
import { snapshotLimits } from '../snapshots/snapshot-limits.ts'
import { studentPageExample } from './student-examples.ts'
import { studentPage, studentParams } from './student.ts'

export const getStudent = defineOperation({
  method: 'get', path: '/courses/{courseId}/students/{userId}', tag: 'courses', credential: 'session',
  summary: 'One student of a course',
  description: 'For graders who may see the student, and for the student.',
  params: studentParams,
  replies: { 200: { description: 'The student.', schema: studentPage, example: studentPageExample } },
  problems: courseProblems,
  // Staff wait for the course's first snapshot.
  ...snapshotLimits,
})
