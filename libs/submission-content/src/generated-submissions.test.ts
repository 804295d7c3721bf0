import fc from 'fast-check'
import { describe, it } from 'vitest'
import { checkContent, submission } from './generated-submission.fixture.ts'

describe('assembleContent', () => {
  it('returns each file once, with its text or the reason for leaving it out, for a hundred generated submissions', async () => {
    await fc.assert(fc.asyncProperty(submission, checkContent), { numRuns: 100 })
  })
})
