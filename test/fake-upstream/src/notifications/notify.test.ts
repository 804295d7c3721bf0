import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeUpstream } from '../fake-upstream.ts'
import { startFakeUpstream } from '../start-fake-upstream.ts'
import type { SubmissionEvent } from '../world/submission-event.ts'

let upstream: FakeUpstream
let events: SubmissionEvent['kind'][]
beforeEach(async () => {
  upstream = await startFakeUpstream()
  events = []
  upstream.onSubmission(({ kind }) => events.push(kind))
})
afterEach(() => upstream.close())

const grade = (fields: Record<string, string>) =>
  fetch(upstream.submissionUrl(3001), {
    method: 'POST',
    body: new URLSearchParams({ points: '1', max_points: '1', feedback: '<p>Good</p>', ...fields }),
  })
const path = '/__sim/submissions/3001/notifications'
const notifications = async () => (await (await fetch(upstream.url + path)).json()) as object
const openBy = (userId: number) => fetch(upstream.url + path, { method: 'POST', body: JSON.stringify({ userId }) })
const of3001 = () => upstream.world.submission(3001)

describe('notifications of a submission', () => {
  it('are none without the field, and one for each submitter with it, until it is seen', async () => {
    const [userId] = of3001().submitterIds
    await grade({})
    expect(await notifications()).toEqual({ notifications: [] })
    await grade({ notify: 'yes' })
    await grade({ notify: 'yes' })
    const one = { userId, isSeen: false, regradesWhenSeen: false }
    expect(await notifications()).toEqual({ notifications: [one] })
    await openBy(userId ?? 0)
    expect(of3001()).toMatchObject({ notified: true, notificationSeen: true })
    await grade({ notify: 'yes' })
    expect(await notifications()).toEqual({ notifications: [{ ...one, isSeen: true }, one] })
  })

  it('are removed while nobody has seen them', async () => {
    await grade({ notify: 'yes' })
    await grade({ notify: 'remove' })
    expect(await notifications()).toEqual({ notifications: [] })
    expect(of3001().notified).toBe(false)
  })

  it('send the submission to the grading service again when they are opened, where the grade asked for that', async () => {
    const [userId = 0] = of3001().submitterIds
    await grade({ notify: 'yes', regrade_when_notification_seen: 'yes' })
    expect(of3001()).toMatchObject({ status: 'ready', feedback: '<p>Good</p>' })
    await openBy(userId)
    expect(of3001().status).toBe('waiting')
    await openBy(userId)
    expect(events).toEqual(['graded', 'resubmitted'])
  })
})
