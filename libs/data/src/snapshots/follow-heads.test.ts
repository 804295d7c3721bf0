import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { testIn } from '../claims/open-claims.fixture.ts'
import { upsertCapability } from '../capabilities/register-capability.ts'
import { aHead, follow, refresh } from '../testing/a-reading.ts'
import { aCompletion } from '../testing/a-delivery.ts'
import { completeUnclaimed } from '../testing/complete-submission.ts'
import { followHeads } from './follow-heads.ts'

import { at, openHeads } from './follow-heads.fixture.ts'

const it = testIn(openHeads)

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
      await upsertCapability(tx, write)
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
