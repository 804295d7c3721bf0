import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { snapshotExample } from './snapshot-examples.ts'
import { snapshotLimits } from './snapshot-limits.ts'
import { snapshot } from './snapshot.ts'

export const getCourseSnapshot = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/snapshot',
  tag: 'courses',
  allow: 'member',
  summary: 'Get the current snapshot of a course',
  description:
    'The current snapshot. Students see visible modules only and no tags. They never get 304, since staff get another body under the same `ETag`. Before the first snapshot, a request of staff waits until it has been made.',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: {
    200: { description: 'The snapshot.', schema: snapshot, etag: true, example: snapshotExample },
    304: { description: 'It has not changed.', etag: true },
  },
  ...snapshotLimits,
})
