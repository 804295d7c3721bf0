import { fullRun } from '@course-grading/data/testing/full-run'
import { describe } from 'vitest'
import { claimsTest, stormsThrough } from './claims-test.ts'

const size = fullRun
  ? { processes: 4, graders: 64, submissions: 5_000, maxOpenClaims: 5 }
  : { processes: 2, graders: 8, submissions: 80, maxOpenClaims: 3 }
const it = claimsTest(size)

describe(`${size.graders} graders at ${size.processes} processes`, () => {
  it('never hold one submission together, and leave none', { timeout: 1_800_000 }, ({ claims }) =>
    stormsThrough(claims, size),
  )
})
