import fc from 'fast-check'
import { describe, it } from 'vitest'
import { checkContent, submission } from './generated-submission.fixture.ts'

describe('assembleContent', () => {
  it('keeps its promises for a hundred generated submissions', async () => {
    await fc.assert(fc.asyncProperty(submission, checkContent), { numRuns: 100 })
  })
})
