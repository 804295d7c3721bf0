import Type from 'typebox'
import { courseParams, upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { numberKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { rubricDocumentExample, rubricIds } from '../rubrics/rubric-examples.ts'
import { queue } from './queue.ts'

export const listQueues = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/grading/queues',
  tag: 'grading',
  allow: 'grader',
  summary: 'Progress of the grading in a course',
  description:
    'Every exercise that the course grades by hand, by id, with the numbers of waiting and judged submissions, and of grades by their state, and how it is graded.',
  params: courseParams,
  query: Type.Object({ exerciseId: Type.Optional(upstreamId('Only this exercise.')), ...pageQuery }),
  pageKey: numberKey,
  example: { params: { courseId: 11 }, query: { exerciseId: 1103, limit: 50 } },
  replies: {
    200: {
      description: 'A page of queues.',
      schema: pageOf(queue),
      example: {
        items: [
          {
            exerciseId: 1103,
            exerciseName: '|en:Essay program|fi:Esseeohjelma|',
            waiting: 21,
            mine: 12,
            inProgress: 3,
            completed: 6,
            completedByMe: 4,
            released: 10,
            held: 6,
            pending: 1,
            delivered: 9,
            ambiguous: 0,
            refused: 0,
            undeliverable: 1,
            oldestWaitingAt: '2026-11-01T10:00:00.000Z',
            dueAt: '2026-12-01T10:00:00.000Z',
            grading: {
              revision: 2,
              rubricId: rubricIds.published,
              rubricTitle: rubricDocumentExample.title,
              release: 'manual',
              releaseAt: '2026-12-05T10:00:00.000Z',
              anonymous: false,
            },
          },
        ],
        nextCursor: null,
      },
    },
  },
})
