import { claimsTest, stormsThrough } from './claims-test.ts'
import { describe } from 'vitest'

const size = { processes: 4, graders: 64, submissions: 5_000, maxOpenClaims: 5 }
const it = claimsTest(size)

describe('64 graders at four processes', () => {
  it('grade 5,000 submissions, never hold one together, and leave none', { timeout: 1_800_000 }, async ({ claims }) => {
    await stormsThrough(claims, size)
  })
})
