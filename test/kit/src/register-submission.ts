import { randomBytes } from 'node:crypto'
import { type CapabilityWrite, upsertCapability } from '@course-grading/data/capabilities/register-capability'
import type { Database } from '@course-grading/data/db/database'

/**
 * Registers a submission to exercise 1103 of the demo course, as the isolated grader does, unless something else is given. Somebody handed
 * it in who handed in nothing else, and nobody can open its URL.
 */
export async function registerSubmission(
  database: Database,
  given: Pick<CapabilityWrite, 'submissionId'> & Partial<CapabilityWrite>,
): Promise<void> {
  const write: CapabilityWrite = {
    courseId: 11,
    exerciseId: 1103,
    sealedUrl: randomBytes(40),
    keyId: 'k-1',
    originDigest: randomBytes(16),
    maxPoints: 20,
    submitterIds: [given.submissionId],
    submittedAt: '2026-11-01T10:00:00.000Z',
    language: 'en',
    attempt: 1,
    autoPoints: null,
    fixture: false,
    ttlDays: 180,
    settleS: 0,
    ...given,
  }
  const { outcome } = await database.transaction((tx) => upsertCapability(tx, write))
  if (outcome !== 'registered') throw new Error(outcome)
}
