import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { courseParams, upstreamId } from '../schemas/ids.ts'
import { gradingProgress } from './grading-progress.ts'

export const getGradingProgress = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/grading/progress',
  tag: 'grading',
  allow: 'teacher',
  summary: 'Progress of the graders of a course',
  description:
    'What each grader may grade, holds and has graded, in the exercises that the course grades by hand, and which waiting submissions no listed grader may grade. Numbers count as those of `Queue`.',
  params: courseParams,
  query: Type.Object({ exerciseId: Type.Optional(upstreamId('Only this exercise.')) }),
  example: { params: { courseId: 11 }, query: { exerciseId: 1103 } },
  replies: {
    200: {
      description: 'The progress.',
      schema: gradingProgress,
      example: {
        graders: [
          {
            person: { userId: 102, fullName: 'Assi Suomenkielinen', alias: false },
            listed: true,
            languages: ['fi'],
            gradingTags: null,
            mayGrade: 12,
            holds: 2,
            left: 1,
            completed: 20,
            lastSavedAt: '2026-11-20T12:05:47.799Z',
            points: { mean: 14.25, spread: 2.37 },
          },
          {
            person: { userId: 101, fullName: 'Terry Teacher', alias: false },
            listed: false,
            languages: null,
            gradingTags: null,
            mayGrade: null,
            holds: 0,
            left: 0,
            completed: 3,
            lastSavedAt: '2026-11-19T09:30:00.000Z',
            points: null,
          },
        ],
        staff: [{ userId: 101, fullName: 'Terry Teacher', alias: false }],
        stuck: [
          {
            exerciseId: 1103,
            exerciseName: '|en:Essay program|fi:Esseeohjelma|',
            languages: [{ language: 'en', count: 9 }],
            byTags: 0,
          },
        ],
      },
    },
  },
})
