import Type from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'

const exerciseCourse = Type.Object(
  {
    courseId: upstreamId('The course.'),
    slug: Type.String(),
    name: Type.String(),
    languages: Type.Array(Type.String()),
    exerciseId: upstreamId('The exercise.'),
    attempts: Type.Enum(['latest', 'all'], {
      type: 'string',
      description: 'Whether all submissions of a student are graded, or only the latest.',
    }),
  },
  { title: 'ExerciseCourse', description: 'The configured course that grades an exercise by hand.' },
)

export const getExerciseCourse = defineOperation({
  method: 'get',
  path: '/manual-grading/exercises/{exerciseId}/course',
  tag: 'submissions',
  allow: 'service',
  summary: 'Find the course that grades an exercise by hand',
  description: 'The configured course that has the exercise among its manual-grading exercises.',
  params: Type.Object({ exerciseId: upstreamId('The exercise.') }),
  example: { params: { exerciseId: 1103 } },
  replies: {
    200: {
      description: 'The course.',
      schema: exerciseCourse,
      example: {
        courseId: 11,
        slug: 'programming-1',
        name: 'Programming 1',
        languages: ['en', 'fi'],
        exerciseId: 1103,
        attempts: 'latest',
      },
    },
  },
  problems: ['not_found'],
})
