import { randomUUID } from 'node:crypto'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordOutcome } from '@course-grading/data/delivery/record-outcome'
import { recordVerifiedAfter } from '@course-grading/data/delivery/standing-queries'
import { startSend } from '@course-grading/data/delivery/start-send'
import type { AfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { insertGradedSubmission } from '@course-grading/test-kit'
import type { TestService } from '../service.fixture.ts'

/** Id of the delivery that the tests of all operations use. */
const placedDeliveryId = '019ea3f2-6c00-7a1b-8c2d-3e4f5a6b7c8d'

/** A delivery of the demo course that is held. */
export async function placeDelivery(service: TestService): Promise<void> {
  await service.sql`
    WITH submission AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (9001, 11, 1103, date_trunc('milliseconds', now()), 'en', 1, 20, FALSE, FALSE, now()) RETURNING submission_id),
    judged AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version,
        rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
      SELECT gen_random_uuid(), submission_id, 11, 1103, 1, 'completed', 1, 101, 0, 0, '{}', '', '{}', 12.5, now(), now(), now(), FALSE
      FROM submission RETURNING id, submission_id),
    result AS (
      INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
        assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
      SELECT gen_random_uuid(), submission_id, 11, 1103, 12.5, 20, '', '{}', now(), FALSE, id, 0, 0, '{}', 1 FROM judged RETURNING id, submission_id)
    INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, failures, verifications, verification_epoch,
      overwrite_seen, notify, fixture, created_at, updated_at)
    SELECT ${placedDeliveryId}, submission_id, 11, 1103, id, 'held', 0, 1, 0, 0, 0, FALSE, FALSE, FALSE, now(), now() FROM result`
}

export interface Deliveries {
  /** Makes a delivery, and brings it into the state by the worker's own steps. */
  readonly put: (
    state: 'held' | 'pending' | 'sending' | 'delivered' | 'refused' | 'ambiguous',
    submissionId?: number,
  ) => Promise<string>
  /** Records what the verification right after its send showed. */
  readonly recordVerified: (deliveryId: string, after: AfterSend) => Promise<void>
}

/** Makes deliveries as a grader and the worker would. The worker's statements run under its database role. */
export async function openDeliveries({ databaseAs, upstream }: TestService): Promise<Deliveries> {
  const [worker, owner] = await Promise.all([databaseAs('manualGrading'), databaseAs('owner')])
  let lastSubmissionId = 50_000
  const complete = (state: 'held' | 'pending', given?: number) => {
    const submissionId = given ?? (lastSubmissionId += 1)
    // A submission that the simulator has gets the submitter that it has there.
    const submitterId = upstream.world.submissions.get(submissionId)?.submitterIds[0] ?? submissionId
    return insertGradedSubmission(owner, { submissionId, state, submitterId })
  }
  /** Sends a delivery up to `outcome`, or only begins the send. */
  const sendOnce = async (deliveryId: string, outcome?: 'delivered' | 'refused' | 'ambiguous'): Promise<void> => {
    const lease = await leaseDelivery(worker, { workerId: randomUUID(), leaseS: 60 })
    if (lease?.deliveryId !== deliveryId) throw new Error('another delivery was due')
    if (!(await startSend(worker, { ...lease, openLeaseS: 65 }))) throw new Error('the send does not start')
    if (outcome === undefined) return
    const record = {
      kind: outcome === 'delivered' ? 'accepted' : 'timeout',
      phase: 'write_begun',
      status: 200,
      diagnostics: '{}',
    } as const
    if (!(await recordOutcome(worker, { ...lease, ...record, outcome }))) throw new Error('not recorded')
  }
  return {
    put: async (state, submissionId) => {
      const deliveryId = await complete(state === 'held' ? 'held' : 'pending', submissionId)
      if (state === 'sending') await sendOnce(deliveryId)
      else if (state !== 'held' && state !== 'pending') await sendOnce(deliveryId, state)
      return deliveryId
    },
    recordVerified: async (deliveryId, after) => {
      if (!(await recordVerifiedAfter(worker, { deliveryId, epoch: 1, ...after })))
        throw new Error('the verification was not recorded')
    },
  }
}
