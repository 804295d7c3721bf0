import { defineOperation } from '../operation/operation.ts'
import { exerciseGrading, exerciseGradingExample, exerciseParams } from './exercise-grading.ts'

export const putExerciseGrading = defineOperation({
  method: 'put',
  path: '/courses/{courseId}/exercises/{exerciseId}/grading',
  tag: 'grading',
  allow: 'teacher',
  subject: 'exercise',
  summary: 'Replace the grading settings of an exercise',
  description: [
    'Replaces the grading settings of the exercise; the first write is based on revision 0. A rubric that is not a published rubric of the',
    'course, and `releaseAt` without `release: manual`, are 400 with the issue `invalid_value`. When work becomes anonymous, every',
    'student gets an alias for the exercise, which never changes.',
  ].join(' '),
  params: exerciseParams,
  body: exerciseGrading,
  ifMatch: true,
  example: { params: { courseId: 11, exerciseId: 1103 }, revision: 0, body: exerciseGradingExample },
  replies: { 204: { description: 'The grading settings are stored.', etag: true } },
})
