import { randomUUID } from 'node:crypto'
import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { ParkedDraft } from '@course-grading/contracts/assessments/parked-draft'
import type { TestService } from '../service.fixture.ts'
import { completeScores, type PlacedAssessment, placeAssessment, registerSubmission } from './assessments.fixture.ts'

/** The options of a save besides its body. */
export interface Save {
  /** Teacher 101 unless given otherwise. */
  readonly session?: string | undefined
  readonly revision?: number
  readonly base?: number
  readonly headers?: Record<string, string>
}

/** Functions that use assessments of the demo course, in sessions of its teacher 101. */
export interface AssessmentClient {
  /** Makes an assessment at revision 1 that somebody holds, of a new submission. It has no scores unless given otherwise. */
  readonly placed: (change?: Partial<PlacedAssessment>, submitterIds?: readonly number[]) => Promise<string>
  /** Makes an assessment that the holder has completed at revision 1, with 17 points. */
  readonly completed: (holderId?: 101 | 103, submitterIds?: readonly number[]) => Promise<string>
  /** Erases all submitters of the work, as a teacher does. */
  readonly eraseSubmitter: (id: string) => Promise<void>
  readonly patch: (id: string, body: object, save?: Save) => Promise<Response>
  readonly post: (
    id: string,
    step: string,
    request?: {
      readonly session?: string | undefined
      readonly body?: object
      readonly headers?: Record<string, string>
    },
  ) => Promise<Response>
  readonly complete: (id: string, revision: number, session?: string) => Promise<Response>
  readonly read: (id: string, session?: string) => Promise<Assessment>
  /** The refused saves of a person, the newest first. */
  readonly parkedOf: (id: string, session?: string) => Promise<ParkedDraft[]>
  /** The row of the assessment. */
  readonly rowOf: (id: string) => Promise<Record<string, unknown> | undefined>
  /** The rows of the history, the oldest first. */
  readonly eventsOf: (id: string) => Promise<Record<string, unknown>[]>
  /** The state of the submission in the queue. */
  readonly submissionOf: (id: string) => Promise<Record<string, unknown> | undefined>
  /** Brings the grade of a completed assessment into a state, as the worker would. */
  readonly putDelivery: (id: string, state: keyof typeof deliverySteps) => Promise<void>
  readonly endLease: (id: string) => Promise<unknown>
  /** Makes somebody else the holder, as if that person had claimed the draft. */
  readonly giveTo: (id: string, userId: number) => Promise<unknown>
}

let lastSubmission = 9300

const sending = [
  "state = 'pending', not_before = now()",
  "state = 'sending', not_before = NULL, started_at = now(), leased_by = gen_random_uuid(), lease_until = now() + interval '1 minute', epoch = epoch + 1",
]
const ended = 'leased_by = NULL, lease_until = NULL'
/** The steps from `held` to each state. */
const deliverySteps = {
  held: [],
  pending: sending.slice(0, 1),
  sending,
  refused: [...sending, `state = 'refused', ${ended}, refused_at = now(), kind = 'graded_elsewhere'`],
  ambiguous: [...sending, `state = 'ambiguous', ${ended}, ambiguous_at = now()`],
  delivered: [
    ...sending,
    `state = 'delivered', ${ended}, delivered_at = now(), confirmed_by = 'answer', delivered_number = 1`,
  ],
} as const

export function assessmentClient(service: TestService): AssessmentClient {
  const placed: AssessmentClient['placed'] = async (change = {}, submitterIds = []) => {
    const id = randomUUID()
    const submissionId = (lastSubmission += 1)
    await registerSubmission(service, {
      submissionId,
      submitterIds: submitterIds.length === 0 ? [300 + submissionId] : submitterIds,
      exerciseId: change.exerciseId ?? 1103,
      attempt: lastSubmission,
    })
    await placeAssessment(service, { id, scores: {}, ...change, submissionId })
    return id
  }
  const complete: AssessmentClient['complete'] = (id, revision, session) =>
    service.send('POST', `/assessments/${id}/complete`, { session, ifMatch: `"${revision}"` })
  const rows = (text: string, id: string, ...values: unknown[]) => service.database.query(text, [id, ...values])
  return {
    placed,
    completed: async (holderId = 101, submitterIds = []) => {
      const id = await placed({ holderId, scores: completeScores }, submitterIds)
      const reply = await complete(id, 1, holderId === 101 ? undefined : await service.signIn(holderId))
      if (!reply.ok) throw new Error(`completing: ${reply.status} ${await reply.text()}`)
      return id
    },
    eraseSubmitter: async (id) => {
      const people = await rows(
        'SELECT user_id FROM submission_submitter JOIN assessment USING (submission_id) WHERE id = $1',
        id,
      )
      for (const { user_id: userId } of people) {
        const reply = await service.send('DELETE', `/courses/11/students/${String(userId)}/data`)
        if (!reply.ok) throw new Error(`erasing: ${reply.status} ${await reply.text()}`)
      }
    },
    patch: (id, body, { session, revision, base, headers = {} } = {}) =>
      service.send('PATCH', `/assessments/${id}${base === undefined ? '' : `?base=${base}`}`, {
        session,
        body,
        ...(revision !== undefined && { ifMatch: `"${revision}"` }),
        headers: { 'Content-Type': 'application/merge-patch+json', ...headers },
      }),
    post: (id, step, request) => service.send('POST', `/assessments/${id}/${step}`, request),
    complete,
    read: (id, session) => service.read<Assessment>(`/assessments/${id}`, session),
    parkedOf: async (id, session) => {
      const { items } = await service.read<{ items: { id: string }[] }>(`/parked-drafts?assessmentId=${id}`, session)
      return await Promise.all(items.map((item) => service.read<ParkedDraft>(`/parked-drafts/${item.id}`, session)))
    },
    rowOf: async (id) => (await rows('SELECT * FROM assessment WHERE id = $1', id))[0],
    eventsOf: (id) =>
      rows(
        `SELECT event, by_user_id::int AS by, from_revision AS "from", to_revision AS "to", points_before::float8 AS before,
          points_after::float8 AS after, reason, judgement
        FROM assessment_event WHERE assessment_id = $1 ORDER BY id`,
        id,
      ),
    submissionOf: async (id) =>
      (
        await rows(
          `SELECT in_queue, submission.postponed_at IS NOT NULL AS postponed, held_until > now() AS claimed
          FROM submission JOIN assessment USING (submission_id) WHERE id = $1`,
          id,
        )
      )[0],
    putDelivery: async (id, state) => {
      for (const step of deliverySteps[state])
        await rows(
          `WITH changed AS (
            UPDATE delivery SET ${step} WHERE result_id = (SELECT id FROM completed_result WHERE assessment_id = $1) RETURNING *)
          INSERT INTO delivery_send (delivery_id, number, epoch, started_at)
          SELECT id, send_number, epoch, started_at FROM changed WHERE state = 'sending'`,
          id,
        )
    },
    endLease: (id) => rows("UPDATE assessment SET lease_until = now() - interval '1 minute' WHERE id = $1", id),
    giveTo: (id, userId) =>
      rows(
        `WITH taken AS (
          UPDATE assessment SET holder_id = $2, claimed_at = now(), lease_until = now() + interval '30 minutes' WHERE id = $1 RETURNING *)
        INSERT INTO assessment_event (assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after)
        SELECT id, now(), 'claimed', $2, revision, revision, points, points FROM taken`,
        id,
        userId,
      ),
  }
}

/** A patch of the note. */
export const note = (privateNote: string): object => ({ privateNote })

/** A patch of the comment of one criterion. */
export const comment = (criterionId: string, text: string): object => ({ scores: { [criterionId]: { comment: text } } })
