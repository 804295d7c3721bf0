import { courseParams } from '../ids.ts'
import { defineOperation } from '../operation.ts'
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
    'Reads the course anew from the learning platform and tells what changed. One at a time a course; a caller who comes meanwhile waits for the one under way.',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: { 200: { description: 'What changed.', schema: snapshotChanges, example: snapshotChangesExample } },
  problems: [],
  ...snapshotLimits,
})
