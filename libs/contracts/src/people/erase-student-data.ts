import { defineOperation } from '../operation/operation.ts'
import { studentParams } from '../students/student.ts'

export const eraseStudentData = defineOperation({
  method: 'delete',
  path: '/courses/{courseId}/students/{userId}/data',
  tag: 'courses',
  allow: 'teacher',
  summary: 'Erase the data of a student',
  description:
    'Erases everything personal that the service holds of the person in this course; later snapshots leave the person out. The erasure is recorded.',
  params: studentParams,
  example: { params: { courseId: 11, userId: 201 } },
  replies: { 204: { description: 'The data of the student is erased.' } },
  problems: ['delivery_pending', 'delivery_ambiguous'],
})
