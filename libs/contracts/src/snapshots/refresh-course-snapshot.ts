import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { snapshotChangesExample } from './snapshot-examples.ts'
import { snapshotLimits } from './snapshot-limits.ts'
import { snapshotChanges } from './snapshot.ts'

export const refreshCourseSnapshot = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/snapshot/refresh',
  tag: 'courses',
  allow: 'grader',
  summary: 'Take a new snapshot of a course',
  description:
    'Reads the course again from the learning platform and replies with what changed. One refresh of a course runs at a time; a caller who requests another one meanwhile waits for it. Registered submissions get the submitters that the platform names now.',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: { 200: { description: 'What changed.', schema: snapshotChanges, example: snapshotChangesExample } },
  ...snapshotLimits,
})
