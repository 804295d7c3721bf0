import Type from 'typebox'
import { courseParams, upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { submissionStates } from './submission.ts'

export const getExerciseArchive = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/exercises/{exerciseId}/archive',
  tag: 'submissions',
  allow: 'grader',
  summary: 'The submissions to an exercise as a ZIP file',
  description:
    'A folder for each submission that the caller may see, the oldest first. The last entry, `manifest.csv`, begins with a byte order mark, and has a line for each file, including those that could not be read. A person may read at most two archives at a time, and all people together eight. The transfer is cut where the session or the right ends meanwhile.',
  params: Type.Object({ ...courseParams.properties, exerciseId: upstreamId('The exercise.') }),
  query: Type.Object({
    attempts: Type.Optional(
      Type.Enum(['latest', 'all'], {
        type: 'string',
        description: '`latest`, the default: only the latest submission of the same people; `all`: all of them.',
      }),
    ),
    state: Type.Optional(
      Type.Enum([...submissionStates], { type: 'string', description: 'Only submissions in this state.' }),
    ),
  }),
  example: { params: { courseId: 11, exerciseId: 1104 }, query: { attempts: 'latest', state: 'not_queued' } },
  replies: { 200: { description: 'The archive.', mediaType: 'application/zip', isUnlimited: true, example: 'PK…' } },
  upstreamLimitMs: 10_000,
})
