import { randomUUID } from 'node:crypto'
import { createDatabase } from '@course-grading/data/db/database'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordOutcome } from '@course-grading/data/delivery/record-outcome'
import { startSend } from '@course-grading/data/delivery/start-send'
import { insertGradedSubmission } from '@course-grading/test-kit'

/** Takes a grade of course 11 through the steps of a worker until the platform has refused it. Returns the delivery's id. */
export async function refuseDelivery(
  ownerUrl: string,
  { submissionId, feedback }: { submissionId: number; feedback: string },
): Promise<string> {
  const worker = await createDatabase({ url: ownerUrl, applicationName: 'worker', poolMax: 1 })
  try {
    const deliveryId = await insertGradedSubmission(worker, { submissionId, feedbackHtml: feedback, state: 'pending' })
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
