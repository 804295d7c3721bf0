import { describe, expect } from 'vitest'
import { makeVerificationsDue } from '../delivery/make-due.ts'
import { type ArrivingWorld, arrivingTest, exerciseId } from './arriving-world.ts'

const group = [201, 203]
const it = arrivingTest({ release: 'manual', notify: true })

describe('notifications of a release', () => {
  it('are sent once to each student, and not before the release', async ({ arriving }) => {
    const [work, other] = [await graded(arriving), await graded(arriving)]
    // Another grade is delivered meanwhile, and this one is not.
    await releaseAndArrive(arriving, other)
    expect(received(arriving, work)).toEqual({ arrivals: 0, notified: [] })
    expect(await releaseAndArrive(arriving, work)).toMatchObject({ released: 1 })
    expect(received(arriving, work)).toEqual({ arrivals: 1, notified: group })
  })

  it('are not sent again if a release is repeated and nothing has changed', async ({ arriving }) => {
    const work = await graded(arriving)
    await releaseAndArrive(arriving, work)
    see(arriving, work)
    expect(await releaseAndArrive(arriving, work)).toMatchObject({ released: 0, unchanged: 1 })
    expect(received(arriving, work)).toEqual({ arrivals: 1, notified: group })
    // The platform has lost the grade, and staff send the submission to grading again, so the same result is sent once more.
    await arriving.registerAgain(work.submissionId)
    expect(received(arriving, work).arrivals).toBe(1)
    expect(await releaseAndArrive(arriving, work)).toMatchObject({ released: 1 })
    expect(received(arriving, work)).toEqual({ arrivals: 2, notified: group })
  })

  it('are sent once more to each student when another result is released, and not before', async ({ arriving }) => {
    const work = await graded(arriving)
    await releaseAndArrive(arriving, work)
    see(arriving, work)
    const path = `/assessments/${work.assessmentId}`
    const { revision } = (await arriving.ask('POST', `${path}/reopen`, { body: { reason: 'Once more.' } })) as {
      revision: number
    }
    await arriving.save(path, revision, { scores: { points: { points: 60 } } })
    await arriving.complete(work.assessmentId)
    await releaseAndArrive(arriving, await graded(arriving))
    expect(received(arriving, work)).toEqual({ arrivals: 1, notified: group })
    await releaseAndArrive(arriving, work)
    expect(received(arriving, work)).toEqual({ arrivals: 2, notified: [...group, ...group] })
    expect(upstream(arriving, work).grade).toBe(60)
  })

  it('are sent once to each student if the reply to the grade is lost', async ({ arriving }) => {
    const work = await graded(arriving)
    const path = `/api/v2/submissions/${work.submissionId}/grader`
    arriving.world.upstream.faults.add({ method: 'POST', path, times: 1, action: { kind: 'drop_answer' } })
    await release(arriving, work)
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
    expect(received(arriving, work)).toEqual({ arrivals: 1, notified: group })
  })

  it("are not sent if the exercise's settings say so", async ({ arriving }) => {
    await arriving.changeGrading({ notify: false })
    const work = await graded(arriving)
    await releaseAndArrive(arriving, work)
    expect(received(arriving, work)).toEqual({ arrivals: 1, notified: [] })
  })
})

interface Graded {
  readonly submissionId: number
  readonly assessmentId: string
}

/** A submission of a group that is assessed, and not released. */
async function graded(arriving: ArrivingWorld): Promise<Graded> {
  const submissionId = await arriving.handIn(group)
  const { id } = await arriving.claim(submissionId)
  await arriving.save(`/assessments/${id}`, 1, { scores: { points: { points: 50 } } })
  await arriving.complete(id)
  return { submissionId, assessmentId: id }
}

async function release(arriving: ArrivingWorld, { assessmentId }: Graded): Promise<unknown> {
  const body = { assessmentIds: [assessmentId] }
  return await arriving.ask('POST', `/courses/11/exercises/${exerciseId}/release`, { body })
}

async function releaseAndArrive(arriving: ArrivingWorld, work: Graded): Promise<unknown> {
  const released = await release(arriving, work)
  await arriving.untilArrived()
  return released
}

const upstream = ({ world }: ArrivingWorld, { submissionId }: Graded) => world.upstream.world.submission(submissionId)

/** How often a grade arrived, and the user ids of everybody who was notified, once for each notification. */
function received(arriving: ArrivingWorld, work: Graded) {
  const { timesGraded, notifications } = upstream(arriving, work)
  return { arrivals: timesGraded, notified: notifications.map(({ userId }) => userId) }
}

/** Opens the notifications in A+, which makes no second one while the first is unseen. */
function see(arriving: ArrivingWorld, work: Graded): void {
  const submission = upstream(arriving, work)
  for (const notification of submission.notifications) notification.isSeen = true
  submission.notificationSeen = true
}
