import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { expect, it } from 'vitest'
import { gradedPart } from './progress-bar.tsx'

const [queue] = frontendInternal.operations.listQueues.replies[200].example.items

it('the graded part of a queue is what was completed or released, of all, and never rounded up', () => {
  const counts = { waiting: 2, inProgress: 1, completed: 3, released: 4 }
  expect(queue && gradedPart({ ...queue, ...counts })).toBe(0.7)
  expect(queue && gradedPart({ ...queue, ...counts, inProgress: 0, waiting: 1, released: 996 })).toBe(0.99)
})
