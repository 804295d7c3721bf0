import { describe, expect } from 'vitest'
import { testIn } from '../claims/open-claims.fixture.ts'
import { refuseBeforeStart } from '../delivery/before-start-queries.ts'
import { aHead, follow, refresh } from '../testing/a-reading.ts'
import { followShownStatus } from '../submissions/uncounted.ts'

import { at, openHeads } from './follow-heads.fixture.ts'

const it = testIn(openHeads)

describe('an attempt that the learning platform does not count', () => {
  it.for(['unofficial', 'rejected', 'error'])(
    'supersedes nothing while it is %s, and again once a list says otherwise',
    async (status, { world }) => {
      const { here, submissionId: older } = await world.submitted([771], { minute: 1 })
      const newer = await world.registered({ ...here, submitterIds: [771], submittedAt: at(2) })
      expect(await world.isQueued(older)).toBe(false)
      await world.refreshed(here, [aHead(newer, [771], { status })], [771])
      expect([await world.isQueued(older), await world.isQueued(newer)]).toEqual([true, true])
      await world.refreshed(here, [aHead(newer, [771], { status: 'ready' })], [771])
      expect([await world.isQueued(older), await world.isQueued(newer)]).toEqual([false, true])
    },
  )

  it('supersedes again once it is registered again', async ({ world }) => {
    const { here, submissionId: older } = await world.submitted([772], { minute: 1 })
    const newer = await world.registered({ ...here, submitterIds: [772], submittedAt: at(2) })
    await world.refreshed(here, [aHead(newer, [772], { status: 'unofficial' })], [772])
    await world.registered({ ...here, submissionId: newer, submitterIds: [772], submittedAt: at(2) })
    expect(await world.isQueued(older)).toBe(false)
  })

  it('leaves the next newest to supersede', async ({ world }) => {
    const { here, submissionId: first } = await world.submitted([773], { minute: 1 })
    const second = await world.registered({ ...here, submitterIds: [773], submittedAt: at(2) })
    const third = await world.registered({ ...here, submitterIds: [773], submittedAt: at(3) })
    await world.refreshed(here, [aHead(third, [773], { status: 'unofficial' })], [773])
    expect([await world.isQueued(first), await world.isQueued(second), await world.isQueued(third)]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('supersedes all the same where the error came from a grade of ours that was refused', async ({ world }) => {
    const { here, submissionId: older } = await world.submitted([774], { minute: 1 })
    const newer = await world.registered({ ...here, submitterIds: [774], submittedAt: at(2) })
    await world.bringTo(await world.complete(newer, 'pending'), 'refused')
    await world.refreshed(here, [aHead(newer, [774], { status: 'error' })], [774])
    expect(await world.isUncounted(newer)).toBe(false)
    await world.refreshed(here, [aHead(newer, [774], { status: 'rejected' })], [774])
    expect([await world.isUncounted(newer), await world.isQueued(older)]).toEqual([true, true])
  })

  it('supersedes again once a grade of ours was refused, which set the same error', async ({ world }) => {
    const { here, submissionId: older } = await world.submitted([777], { minute: 1 })
    const newer = await world.registered({ ...here, submitterIds: [777], submittedAt: at(2) })
    await world.refreshed(here, [aHead(newer, [777], { status: 'error' })], [777])
    expect([await world.isUncounted(newer), await world.isQueued(older)]).toEqual([true, true])
    await world.bringTo(await world.complete(newer, 'pending'), 'refused')
    await world.refreshed(here, [aHead(newer, [777], { status: 'error' })], [777])
    expect([await world.isUncounted(newer), await world.isQueued(older)]).toEqual([false, false])
  })

  it('is not excused by a grade of ours that was never sent', async ({ world }) => {
    const { here, submissionId } = await world.submitted([776])
    const lease = await world.leaseOf(await world.complete(submissionId, 'pending'))
    await refuseBeforeStart(world.database, { ...lease, kind: 'graded_elsewhere', seen: null, status: null })
    await world.refreshed(here, [aHead(submissionId, [776], { status: 'error' })], [776])
    expect(await world.isUncounted(submissionId)).toBe(true)
  })

  it('is marked whatever the look after a send of other work showed', async ({ world }) => {
    const { here, submissionId } = await world.submitted([778])
    const heads = [aHead(submissionId, [778], { status: 'error' })]
    const { revision } = await refresh(world.frontend, here.courseId, world.reading(here, heads))
    const other = await world.submitted([779])
    await world.bringTo(await world.complete(other.submissionId, 'pending'), 'delivered')
    await world.owner.query(
      "UPDATE delivery SET upstream_at = now(), upstream_status = 'ready', upstream_grade = 5 WHERE submission_id = $1",
      [other.submissionId],
    )
    await follow(world.frontend, { ...here, revision })
    expect(await world.isUncounted(submissionId)).toBe(true)
  })

  it('is not marked by a list that is older than what the look after a send showed', async ({ world }) => {
    const { here, submissionId } = await world.submitted([775])
    const { revision } = await refresh(
      world.frontend,
      here.courseId,
      world.reading(here, [aHead(submissionId, [775], { status: 'error' })]),
    )
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    await world.owner.query(
      "UPDATE delivery SET upstream_at = now(), upstream_status = 'ready', upstream_grade = 5 WHERE submission_id = $1",
      [submissionId],
    )
    expect(await follow(world.frontend, { ...here, revision })).toEqual([])
    expect(await world.isUncounted(submissionId)).toBe(false)
  })

  it('is not marked by a look after a send that is older than its registration', async ({ world }) => {
    const { here, submissionId } = await world.submitted([776])
    const deliveryId = await world.complete(submissionId, 'pending')
    await world.bringTo(deliveryId, 'delivered')
    await world.owner.query(
      "UPDATE delivery SET upstream_at = now(), upstream_status = 'unofficial', upstream_grade = 5 WHERE id = $1",
      [deliveryId],
    )
    await followShownStatus(world.database, { deliveryId, status: 'unofficial' })
    expect(await world.isUncounted(submissionId)).toBe(true)
    await world.registered({ ...here, submissionId, submitterIds: [776] })
    await followShownStatus(world.database, { deliveryId, status: 'unofficial' })
    expect(await world.isUncounted(submissionId)).toBe(false)
  })
})
