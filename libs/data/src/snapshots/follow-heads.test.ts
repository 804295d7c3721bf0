import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { openClaims, testIn } from '../claims/open-claims.fixture.ts'
import { registerCapability } from '../capabilities/register-capability.ts'
import { refuseBeforeStart } from '../delivery/before-start-queries.ts'
import { erasePerson } from '../people/erase-person.ts'
import { aHead, aStudent, follow, refresh } from '../testing/a-reading.ts'
import { aCompletion } from '../testing/a-delivery.ts'
import { completeUnclaimed } from '../testing/complete-submission.ts'
import { followShownStatus } from '../submissions/uncounted.ts'
import { followHeads, listChangedByHeads } from './follow-heads.ts'
import { takeRefreshLease } from './refresh-lease-queries.ts'

const it = testIn(openWorld)

describe('a refresh whose list names other submitters', () => {
  it('takes out whom the list lacks, and brings in whom it names', async ({ world }) => {
    const { here, submissionId } = await world.submitted([701, 702])
    await world.refreshed(here, [aHead(submissionId, [702, 703])], [701, 702, 703])
    expect(await world.submittersOf(submissionId)).toEqual([702, 703])
  })

  it('keeps whom the list lacks and the roster, too, for they have left the course', async ({ world }) => {
    const { here, submissionId } = await world.submitted([711, 712])
    await world.refreshed(here, [aHead(submissionId, [712])], [711, 712])
    expect(await world.submittersOf(submissionId)).toEqual([712])
    await world.refreshed(here, [aHead(submissionId, [713])], [713])
    expect(await world.submittersOf(submissionId)).toEqual([712, 713])
  })

  it('changes nothing that was registered since it began', async ({ world }) => {
    const { here, submissionId } = await world.submitted([721])
    const { revision } = await refresh(world.frontend, here.courseId, world.reading(here, [aHead(submissionId, [722])]))
    await world.registered({ ...here, submissionId, submitterIds: [723] })
    expect(await follow(world.frontend, { ...here, revision })).toEqual([])
    expect(await world.submittersOf(submissionId)).toEqual([723])
  })

  it('changes nothing that is registered between its list and its locks', async ({ world }) => {
    const { here, submissionId } = await world.submitted([724])
    const reading = world.reading(here, [aHead(submissionId, [725])], [724, 725])
    const { revision } = await refresh(world.frontend, here.courseId, reading)
    expect(await world.listChanged(here, revision)).toEqual([submissionId])
    await world.registered({ ...here, submissionId, submitterIds: [726] })
    const lease = await world.leased(here)
    const of = { ...here, ...lease, revision, rosterIsSteady: true, submissionIds: [submissionId] }
    await world.frontend.transaction((tx) => followHeads(tx, of))
    expect(await world.submittersOf(submissionId)).toEqual([726])
  })

  it('changes nothing once a newer snapshot stands', async ({ world }) => {
    const { here, submissionId } = await world.submitted([727])
    const { revision } = await refresh(
      world.frontend,
      here.courseId,
      world.reading(here, [aHead(submissionId, [728])], [727, 728]),
    )
    await world.refreshed(here, [aHead(submissionId, [727, 729])], [727, 728, 729])
    expect(await follow(world.frontend, { ...here, revision })).toEqual([])
    expect(await world.submittersOf(submissionId)).toEqual([727, 729])
  })

  it('changes nothing once its lease has ended', async ({ world }) => {
    const { here, submissionId } = await world.submitted([730])
    const reading = world.reading(here, [aHead(submissionId, [732])], [730, 732])
    const { revision } = await refresh(world.frontend, here.courseId, reading)
    await follow(world.frontend, { ...here, revision, holder: randomUUID() })
    expect(await world.submittersOf(submissionId)).toEqual([730])
  })

  it('lets no later refresh begin before it is written', async ({ world }) => {
    const { here, submissionId } = await world.submitted([738])
    const lease = await world.leased(here)
    await world.frontend.transaction(async (tx) => {
      await followHeads(tx, { ...here, ...lease, revision: 1, rosterIsSteady: true, submissionIds: [submissionId] })
      const { rowCount } = await world.owner.query(
        'SELECT FROM course_snapshot_refresh WHERE course_id = $1 FOR UPDATE SKIP LOCKED',
        [here.courseId],
      )
      expect(rowCount).toBe(0)
    })
  })

  it('waits for a registration that is under way, and leaves what that says', async ({ world }) => {
    const { here, submissionId } = await world.submitted([733])
    const { revision } = await refresh(
      world.frontend,
      here.courseId,
      world.reading(here, [aHead(submissionId, [734])], [733, 734]),
    )
    const write = world.aCapability({ ...here, submissionId, submitterIds: [735] })
    const following = world.whenOpen(() => follow(world.frontend, { ...here, revision }))
    await world.database.transaction(async (tx) => {
      await registerCapability(tx, write)
      await following.waits()
    })
    await following.done
    expect(await world.submittersOf(submissionId)).toEqual([735])
  })

  it('waits for a completion that is under way, whose result and delivery stay', async ({ world }) => {
    const { here, submissionId } = await world.submitted([736])
    const reading = world.reading(here, [aHead(submissionId, [737])], [736, 737])
    const { revision } = await refresh(world.frontend, here.courseId, reading)
    const following = world.whenOpen(() => follow(world.frontend, { ...here, revision }))
    await world.frontend.transaction(async (tx) => {
      const done = await completeUnclaimed(tx, { ...aCompletion(submissionId), state: 'held' })
      expect(done.outcome).toBe('completed')
      await following.waits()
    })
    await following.done
    expect(await world.submittersOf(submissionId)).toEqual([737])
    expect(
      await world.one(
        "SELECT count(*)::int AS standing FROM completed_result JOIN delivery ON result_id = completed_result.id WHERE completed_result.submission_id = $1 AND withdrawn_at IS NULL AND delivery.state = 'held'",
        [submissionId],
      ),
    ).toEqual({ standing: 1 })
  })

  it('never changes a fixture', async ({ world }) => {
    const { here, submissionId } = await world.submitted([731], { fixture: true })
    await world.refreshed(here, [aHead(submissionId, [732], { status: 'rejected' })], [731, 732])
    expect(await world.submittersOf(submissionId)).toEqual([731])
    expect(await world.isUncounted(submissionId)).toBe(false)
  })

  it('takes nobody out who may have left while the roster was read', async ({ world }) => {
    const { here, submissionId } = await world.submitted([745, 746])
    await world.refreshed(here, [aHead(submissionId, [745, 746])], [745, 746])
    const unsteady = { ...world.reading(here, [aHead(submissionId, [745])], [745]), rosterIsSteady: false }
    const { revision } = await refresh(world.frontend, here.courseId, unsteady)
    await follow(world.frontend, { ...here, revision, rosterIsSteady: false })
    expect(await world.submittersOf(submissionId)).toEqual([745, 746])
    await world.refreshed(here, [aHead(submissionId, [745])], [745])
    expect(await world.submittersOf(submissionId)).toEqual([745, 746])
  })

  it('brings nobody back who was erased, not even one erased since its list was read', async ({ world }) => {
    const { here, submissionId } = await world.submitted([741, 742])
    await world.erase(here.courseId, 742)
    const list = world.reading(here, [aHead(submissionId, [741, 742, 743])], [741, 743])
    const { revision } = await refresh(world.frontend, here.courseId, list)
    await world.erase(here.courseId, 743)
    await follow(world.frontend, { ...here, revision })
    expect(await world.submittersOf(submissionId)).toEqual([741])
    await world.registered({ ...here, submissionId, submitterIds: [741, 742] })
    expect(await world.submittersOf(submissionId)).toEqual([741, 742])
  })

  it('decides again what is superseded, and gives whoever comes in an alias', async ({ world }) => {
    const { here, submissionId } = await world.submitted([751], { minute: 1 })
    await world.setGrading(here, { anonymous: true })
    const newer = await world.registered({ ...here, submitterIds: [752], submittedAt: at(2) })
    await world.refreshed(here, [aHead(submissionId, [751]), aHead(newer, [751, 753])], [751, 752, 753])
    expect(await world.isQueued(submissionId)).toBe(false)
    expect(await world.aliased(here, [751, 752, 753])).toBe(3)
  })
})

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

async function openWorld() {
  const claims = await openClaims()
  const { one, frontend } = claims
  type Here = Awaited<ReturnType<typeof claims.anExercise>>
  const submitted = async (
    submitterIds: readonly number[],
    { fixture = false, minute = 1 }: { fixture?: boolean; minute?: number } = {},
  ) => {
    const here = await claims.anExercise()
    return { here, submissionId: await claims.registered({ ...here, submitterIds, fixture, submittedAt: at(minute) }) }
  }
  const reading = (
    { exerciseId }: Here,
    heads: readonly ReturnType<typeof aHead>[],
    onRoster: readonly number[] = [],
  ) => ({ students: onRoster.map((userId) => aStudent(userId)), submissions: [{ exerciseId, heads }] })
  const listChanged = async ({ courseId, exerciseId }: Here, revision: number) => {
    const changes = await listChangedByHeads(frontend, {
      courseId,
      revision,
      rosterIsSteady: true,
      exerciseIds: [exerciseId],
    })
    return changes.map(({ submissionId }) => submissionId)
  }
  /** A refresh with this list, and this roster. */
  const refreshed = async (
    here: Here,
    ...of: Parameters<typeof reading> extends [Here, ...infer Rest] ? Rest : never
  ) => {
    const { revision } = await refresh(frontend, here.courseId, reading(here, ...of))
    return await follow(frontend, { ...here, revision })
  }
  const leased = async ({ courseId }: Here) => {
    const lease = { courseId, holder: randomUUID() }
    await takeRefreshLease(frontend, { ...lease, leaseS: 60 })
    return lease
  }
  const isUncounted = async (submissionId: number) =>
    (await one<{ is: boolean }>('SELECT uncounted AS is FROM submission WHERE submission_id = $1', [submissionId]))?.is
  /** Work that begins while a transaction is open, and then waits for one of its locks. */
  const whenOpen = (work: () => Promise<unknown>) => {
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
    const waits = async () => {
      open()
      await expect.poll(claims.somebodyWaits).toBe(true)
    }
    return { done: isOpen.then(work), waits }
  }
  const aliased = async ({ exerciseId }: Here, userIds: readonly number[]) =>
    (
      await one<{ count: number }>(
        'SELECT count(*)::int AS count FROM exercise_alias WHERE exercise_id = $1 AND user_id = ANY ($2)',
        [exerciseId, userIds],
      )
    )?.count
  const erase = (courseId: number, userId: number) =>
    frontend.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: 101 }))
  return { ...claims, submitted, reading, listChanged, refreshed, leased, isUncounted, whenOpen, aliased, erase }
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
