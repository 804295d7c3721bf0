import { randomBytes, randomUUID } from 'node:crypto'
import {
  createDatabase,
  insertCompletedResult,
  insertDelivery,
  leaseDelivery,
  startSend,
  recordOutcome,
  registerCapability,
} from '@course-grading/data'

/** Takes a grade of course 11 through the steps of a worker until the platform has refused it. Returns the delivery's id. */
export async function refuseDelivery(
  databaseUrl: string,
  { submissionId, feedback }: { submissionId: number; feedback: string },
): Promise<string> {
  const worker = await createDatabase({ url: databaseUrl, applicationName: 'worker', poolMax: 1 })
  try {
    const deliveryId = await worker.transaction(async (tx) => {
      await registerCapability(tx, {
        courseId: 11,
        exerciseId: 1103,
        submissionId,
        sealedUrl: randomBytes(40),
        keyId: 'k-1',
        originDigest: randomBytes(16),
        maxPoints: 20,
        submitterIds: [201],
        submittedAt: '2026-11-01T10:00:00.000Z',
        language: 'en',
        attempt: 1,
        autoPoints: null,
        fixture: false,
        ttlDays: 180,
        settleS: 0,
      })
      const result = await insertCompletedResult(tx, {
        submissionId,
        points: '12.5',
        maxPoints: '20',
        feedbackHtml: feedback,
        payload: '{}',
        createdBy: 101,
      })
      if (result.outcome !== 'inserted') throw new Error(result.outcome)
      const inserted = await insertDelivery(tx, { resultId: result.resultId, state: 'pending', byUserId: 101 })
      if (inserted.outcome !== 'inserted') throw new Error(inserted.outcome)
      return inserted.deliveryId
    })
    const lease = await leaseDelivery(worker, { workerId: randomUUID(), leaseS: 60 })
    if (lease?.deliveryId !== deliveryId || !(await startSend(worker, { ...lease, openLeaseS: 65 })))
      throw new Error('the send did not start')
    const record = {
      outcome: 'refused',
      kind: 'timeout',
      phase: 'write_begun',
      status: 200,
      diagnostics: '{}',
    } as const
    if (!(await recordOutcome(worker, { ...lease, ...record }))) throw new Error('the refusal was not recorded')
    return deliveryId
  } finally {
    await worker.end()
  }
}
