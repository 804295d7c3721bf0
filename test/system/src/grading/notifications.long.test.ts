import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeVerificationsDue } from '../delivery/make-due.ts'
import { type ArrivingWorld, exerciseId, startArrivingWorld } from './arriving-world.ts'

const group = [201, 203]
let arriving: ArrivingWorld
beforeAll(async () => {
  arriving = await startArrivingWorld()
  await arriving.changeGrading({ rubricId: null, attempts: 'all', release: 'manual', maxOpenClaims: 50, notify: true })
}, 180_000)
afterAll(() => arriving.stop())

interface Graded {
  readonly submissionId: number
  readonly assessmentId: string
}

/** A submission of a group that is assessed, and not released. */
async function graded(points = 50): Promise<Graded> {
  const submissionId = await arriving.handIn(group)
  const { id } = await arriving.claim(submissionId)
  await arriving.save(`/assessments/${id}`, 1, { scores: { points: { points } } })
  await arriving.complete(id)
  return { submissionId, assessmentId: id }
}

async function release({ assessmentId }: Graded): Promise<unknown> {
  const body = { assessmentIds: [assessmentId] }
  return await arriving.ask('POST', `/courses/11/exercises/${exerciseId}/release`, { body })
}

async function releaseAndArrive(work: Graded): Promise<unknown> {
  const released = await release(work)
  await arriving.untilArrived()
  return released
}

const upstream = ({ submissionId }: Graded) => arriving.world.upstream.world.submission(submissionId)
/** The user ids of everybody who was notified, once for each notification. */
const notified = (work: Graded) => upstream(work).notifications.map(({ userId }) => userId)
const arrivals = (work: Graded) => upstream(work).timesGraded
/** Opens the notifications in A+, which makes no second one while the first is unseen. */
function see(work: Graded): void {
  for (const notification of upstream(work).notifications) notification.isSeen = true
  upstream(work).notificationSeen = true
}

describe('notifications of a release', () => {
  it('are sent once to each student, and not before the release', async () => {
    const [work, other] = [await graded(), await graded()]
    // Another grade is delivered meanwhile, and this one is not.
    await releaseAndArrive(other)
    expect([arrivals(work), notified(work)]).toEqual([0, []])
    expect(await releaseAndArrive(work)).toMatchObject({ released: 1 })
    expect([arrivals(work), notified(work)]).toEqual([1, group])
  })

  it('are not sent again if a release is repeated and nothing has changed', async () => {
    const work = await graded()
    await releaseAndArrive(work)
    see(work)
    expect(await releaseAndArrive(work)).toMatchObject({ released: 0, unchanged: 1 })
    expect([arrivals(work), notified(work)]).toEqual([1, group])
    // The platform has lost the grade, and staff send the submission to grading again, so the same result is sent once more.
    await arriving.registerAgain(work.submissionId)
    expect(arrivals(work)).toBe(1)
    expect(await releaseAndArrive(work)).toMatchObject({ released: 1 })
    expect([arrivals(work), notified(work)]).toEqual([2, group])
  })

  it('are sent once more to each student when another result is released, and not before', async () => {
    const work = await graded()
    await releaseAndArrive(work)
    see(work)
    const path = `/assessments/${work.assessmentId}`
    const { revision } = (await arriving.ask('POST', `${path}/reopen`, { body: { reason: 'Once more.' } })) as {
      revision: number
    }
    await arriving.save(path, revision, { scores: { points: { points: 60 } } })
    await arriving.complete(work.assessmentId)
    await releaseAndArrive(await graded())
    expect([arrivals(work), notified(work)]).toEqual([1, group])
    await releaseAndArrive(work)
    expect([arrivals(work), upstream(work).grade, notified(work)]).toEqual([2, 60, [...group, ...group]])
  })

  it('are sent once to each student if the reply to the grade is lost', async () => {
    const work = await graded()
    const path = `/api/v2/submissions/${work.submissionId}/grader`
    arriving.world.upstream.faults.add({ method: 'POST', path, times: 1, action: { kind: 'drop_answer' } })
    await release(work)
    await expect
      .poll(async () => {
        await makeVerificationsDue(arriving.world)
        const { rows } = await arriving.world.query<{ state: string }>(
          'SELECT state FROM delivery WHERE submission_id = $1',
          [work.submissionId],
        )
        return rows[0]?.state
      })
      .toBe('delivered')
    expect([arrivals(work), notified(work)]).toEqual([1, group])
  })

  it("are not sent if the exercise's settings say so", async () => {
    await arriving.changeGrading({ notify: false })
    const work = await graded()
    await releaseAndArrive(work)
    expect([arrivals(work), notified(work)]).toEqual([1, []])
  })
})
