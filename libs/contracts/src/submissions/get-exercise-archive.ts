import Type from 'typebox'
import { courseParams, upstreamId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { submissionStates } from './submission.ts'

export const getExerciseArchive = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/exercises/{exerciseId}/archive',
  tag: 'submissions',
  allow: 'grader',
  summary: 'The submissions to an exercise as a ZIP file',
  description:
    'A folder for each submission that the caller may see, the oldest first. The last entry, `manifest.csv`, has a line for each file, those that could not be had included. At most two at once for a person, and eight in all.',
  params: Type.Object({ ...courseParams.properties, exerciseId: upstreamId('The exercise.') }),
  query: Type.Object({
    attempts: Type.Optional(
      Type.Enum(['latest', 'all'], {
        type: 'string',
        description: 'Only the latest submission of the same people, which is the default, or all.',
      }),
    ),
    state: Type.Optional(
      Type.Enum([...submissionStates], { type: 'string', description: 'Only those in this state.' }),
    ),
  }),
  example: { params: { courseId: 11, exerciseId: 1104 }, query: { attempts: 'latest', state: 'not_queued' } },
  replies: { 200: { description: 'The archive.', mediaType: 'application/zip', isUnlimited: true, example: 'PK…' } },
  problems: [],
  timeLimitMs: usualLimitMs,
  upstreamLimitMs: 10_000,
})
