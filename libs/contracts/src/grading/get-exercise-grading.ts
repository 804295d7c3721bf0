import { defineOperation } from '../operation/operation.ts'
import { exerciseGrading, exerciseGradingExample, exerciseParams } from './exercise-grading.ts'

export const getExerciseGrading = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/exercises/{exerciseId}/grading',
  tag: 'grading',
  allow: 'grader',
  subject: 'exercise',
  summary: 'Get the grading settings of an exercise',
  description:
    'The grading settings; defaults at revision 0 until they were first written. The exercise must be one that the course grades by hand, or of which it has settings or registered submissions.',
  params: exerciseParams,
  example: { params: { courseId: 11, exerciseId: 1103 } },
  replies: {
    200: { description: 'The settings.', schema: exerciseGrading, etag: true, example: exerciseGradingExample },
    304: { description: 'The settings have not changed.', etag: true },
  },
})
