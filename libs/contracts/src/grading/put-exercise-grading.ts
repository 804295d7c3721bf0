import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { exerciseGrading, exerciseGradingExample, exerciseParams } from './exercise-grading.ts'

export const putExerciseGrading = defineOperation({
  method: 'put',
  path: '/courses/{courseId}/exercises/{exerciseId}/grading',
  tag: 'grading',
  allow: 'teacher',
  subject: 'exercise',
  summary: 'Change how an exercise is graded',
  description: [
    'Replaces the settings; the first write is based on revision 0. A rubric that is no published one of the course, and `releaseAt`',
    'without `release: manual`, are 400 with the issue `invalid_value`. Where work is made anonymous, every student gets an alias',
    'for the exercise, which stays.',
  ].join(' '),
  params: exerciseParams,
  body: exerciseGrading,
  ifMatch: true,
  example: { params: { courseId: 11, exerciseId: 1103 }, revision: 0, body: exerciseGradingExample },
  replies: { 204: { description: 'They are stored.', etag: true } },
  problems: [],
  timeLimitMs: usualLimitMs,
})
