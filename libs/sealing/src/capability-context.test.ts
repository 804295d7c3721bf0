import { describe, expect, it } from 'vitest'
import { capabilityContext } from './capability-context.ts'

describe('capabilityContext', () => {
  it('is course, exercise and submission: stored URLs open with this and nothing else', () => {
    expect(capabilityContext({ courseId: 11, exerciseId: 1103, submissionId: 3001 })).toEqual(['11', '1103', '3001'])
  })
})
