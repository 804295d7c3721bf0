import { describe, expect } from 'vitest'
import { markGradesReleased } from '../grading/release-grades.ts'
import { findRubricMigration } from './find-migration.ts'
import { judged, openMigrations, version, testIn } from './migrations.fixture.ts'

const it = testIn(openWorld)

describe('migrateAssessments', () => {
  it('makes as many statements for many assessments as for one', async ({ world }) => {
    const countFor = async (count: number) => {
      const rubric = await world.placed(Array.from({ length: count }, () => judged()))
      const migrationId = await world.plan(rubric)
      world.statements.length = 0
      await world.run(rubric, migrationId)
      return world.statements.length
    }
    expect(await countFor(300)).toBe(await countFor(1))
  })

  it('is done once, even if two run it at the same time', async ({ world }) => {
    const rubric = await world.placed([judged()])
    const migrationId = await world.plan(rubric)
    const results = await Promise.allSettled([world.run(rubric, migrationId), world.run(rubric, migrationId)])
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'not_in_state' } }])
    await expect(world.run(rubric, migrationId)).rejects.toMatchObject({ code: 'not_in_state', detail: 'run' })
  })

  it('finds no plan of another rubric, and none that is not complete', async ({ world }) => {
    const [rubric, other] = [await world.placed([judged()]), await world.placed([judged()])]
    const migrationId = await world.plan(rubric)
    await expect(world.run({ ...rubric, rubricId: other.rubricId }, migrationId)).rejects.toMatchObject({
      code: 'not_found',
    })
    await world.owner.query("UPDATE rubric_migration SET state = 'planning' WHERE id = $1", [migrationId])
    await expect(world.run(rubric, migrationId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await findRubricMigration(world.database, { rubricId: rubric.rubricId, migrationId })).toBeNull()
  })

  it.for([
    'is saved',
    'is opened and completed again',
    'is opened again',
    'is being sent',
    'may have arrived',
  ] as const)('changes nothing if one %s meanwhile', async (what, { world }) => {
    const rubric = await world.placed([judged(), judged({ delivery: 'pending' })])
    const [other = '', changed = ''] = rubric.ids
    const migrationId = await world.plan(rubric)
    await world.changes[what](changed)
    const before = await world.stateOf(rubric.courseId)
    await expect(world.run(rubric, migrationId)).rejects.toMatchObject({ code: 'revision_conflict' })
    expect(await world.stateOf(rubric.courseId)).toEqual(before)
    expect(before.get(other)?.version).toBe(1)
  })

  it('changes nothing where a registration holds a grade again while the run takes its locks', async ({ world }) => {
    const rubric = await world.placed([judged({ delivery: 'pending' })])
    const [id = ''] = rubric.ids
    await world.grading.bringTo(await world.deliveryOf(id), 'delivered')
    const migrationId = await world.plan(rubric)
    await world.owner.query('BEGIN')
    await world.owner.query(
      'SELECT FROM submission JOIN assessment USING (submission_id) WHERE assessment.id = $1 FOR NO KEY UPDATE OF submission',
      [id],
    )
    const running = Promise.allSettled([world.run(rubric, migrationId)])
    await expect.poll(world.grading.somebodyWaits).toBe(true)
    await world.owner.query(
      `INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, failures, verifications,
        verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, result_id, 'held', 0, 1, 0, 0, 0, FALSE, FALSE, fixture, now(), now()
      FROM delivery WHERE id = $1`,
      [await world.deliveryOf(id)],
    )
    await world.owner.query('COMMIT')
    expect(await running).toMatchObject([{ reason: { code: 'revision_conflict' } }])
    expect(await world.deliveriesOf(rubric.courseId, id)).toEqual(['delivered', 'held'])
  })

  it('leaves out grades that were being delivered when the plan was made, even if that has ended since', async ({
    world,
  }) => {
    const rubric = await world.placed([judged(), judged({ delivery: 'pending' })])
    const [open = '', blocked = ''] = rubric.ids
    await world.grading.bringTo(await world.deliveryOf(blocked), 'ambiguous')
    const migrationId = await world.plan(rubric)
    expect((await world.rowsOf(migrationId)).map(({ isBlocked }) => isBlocked).toSorted()).toEqual([false, true])
    await world.owner.query('UPDATE assessment SET revision = revision + 1 WHERE id = $1', [blocked])
    await world.run(rubric, migrationId)
    const after = await world.stateOf(rubric.courseId)
    expect([after.get(open)?.version, after.get(blocked)?.version]).toEqual([2, 1])
    expect(await findRubricMigration(world.database, { rubricId: rubric.rubricId, migrationId })).toMatchObject({
      assessments: 2,
      completed: 2,
      inProgress: 0,
      replaced: 2,
      shownChanged: 2,
      blocked: 1,
      delivered: 0,
      state: 'run',
    })
  })

  it('holds the grade if the points change, and sends nothing', async ({ world }) => {
    const rubric = await world.placed([judged({ delivery: 'pending' }), judged(), judged({ delivery: 'pending' })])
    const [delivered = '', held = '', refused = ''] = rubric.ids
    await world.grading.bringTo(await world.deliveryOf(delivered), 'delivered')
    await world.grading.bringTo(await world.deliveryOf(refused), 'refused')
    const migrationId = await world.plan(rubric)
    expect((await world.rowsOf(migrationId)).filter(({ wasDelivered }) => wasDelivered)).toHaveLength(1)
    await world.run(rubric, migrationId)
    expect(await world.deliveriesOf(rubric.courseId, delivered)).toEqual(['delivered', 'held'])
    for (const id of [held, refused])
      expect(await world.deliveriesOf(rubric.courseId, id)).toEqual(['cancelled migrated', 'held'])
    expect(await world.grading.stepsOf(await world.deliveryOf(held))).toEqual(['created →held'])
  })

  it('makes work wait again, without a holder, if something is missing', async ({ world }) => {
    const rubric = await world.placed([judged()], version(1, true))
    const [id = ''] = rubric.ids
    await world.run(rubric, await world.plan(rubric))
    const { rows } = await world.owner.query(
      'SELECT state, holder_id, completed_at, rubric_wording FROM assessment WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ state: 'in_progress', holder_id: null, completed_at: null, rubric_wording: null }])
    expect((await world.stateOf(rubric.courseId)).get(id)).toMatchObject({
      inQueue: true,
      standing: null,
      points: 4,
    })
  })

  it.for([
    ['is gone upstream', 'gone_at = now()'],
    ['is superseded', 'superseded_by = (SELECT other.submission_id FROM assessment AS other WHERE other.id = $2)'],
  ])('makes nothing wait again that %s', async ([_what, change], { world }) => {
    const rubric = await world.placed([judged(), judged()], version(1, true))
    const [id = '', other = ''] = rubric.ids
    await world.owner.query(
      `UPDATE submission SET ${change} FROM assessment WHERE assessment.submission_id = submission.submission_id AND id = $1 AND id <> $2::uuid`,
      [id, other],
    )
    await world.run(rubric, await world.plan(rubric))
    expect((await world.stateOf(rubric.courseId)).get(id)).toMatchObject({ inQueue: false, standing: null })
  })

  it('keeps the draft of a holder, and counts dropped scores as changed', async ({ world }) => {
    const scores = { report: { points: 3 }, gone: { points: 1 } }
    const rubric = await world.placed([judged({ state: 'in_progress', scores })])
    const [id = ''] = rubric.ids
    await world.owner.query(
      "UPDATE assessment SET holder_id = 102, claimed_at = now(), lease_until = now() + interval '1 hour', part_revisions = $2 WHERE id = $1",
      [id, JSON.stringify({ 'scores.report': 1, privateNote: 1 })],
    )
    await world.run(rubric, await world.plan(rubric))
    const { rows } = await world.owner.query(
      'SELECT holder_id::int, scores, part_revisions, points::float8 FROM assessment WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([
      {
        holder_id: 102,
        scores: { report: { points: 3 } },
        part_revisions: { 'scores.report': 1, 'scores.gone': 2, privateNote: 1 },
        points: 5,
      },
    ])
  })

  it('comes before or after a release', async ({ world }) => {
    const rubric = await world.placed(Array.from({ length: 40 }, () => judged()))
    const { courseId, exerciseId } = rubric
    const migrationId = await world.plan(rubric)
    const request = { courseId, exerciseId, assessmentIds: null, isDue: false, byUserId: 101 }
    await Promise.all([
      world.run(rubric, migrationId),
      world.database.transaction((tx) => markGradesReleased(tx, request)),
    ])
    const after = [...(await world.stateOf(courseId)).values()]
    const states = new Set(after.map(({ deliveries }) => deliveries.join(', ')))
    expect([...states]).toBeOneOf([['cancelled migrated, held'], ['cancelled migrated, pending']])
  })
})

async function openWorld() {
  const migrations = await openMigrations()
  const { owner, grading } = migrations
  const deliveryOf = async (assessmentId: string): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(
      'SELECT delivery.id FROM delivery JOIN assessment USING (submission_id) WHERE assessment.id = $1 ORDER BY ordinal DESC LIMIT 1',
      [assessmentId],
    )
    return rows[0]?.id ?? ''
  }
  const deliveriesOf = async (courseId: number, id: string) => (await migrations.stateOf(courseId)).get(id)?.deliveries
  /** What may happen to an assessment while its migration waits. */
  const changes = {
    'is saved': (id: string) => owner.query('UPDATE assessment SET revision = revision + 1 WHERE id = $1', [id]),
    'is opened and completed again': async (id: string) => {
      await owner.query('BEGIN')
      await owner.query('UPDATE completed_result SET withdrawn_at = now() WHERE assessment_id = $1', [id])
      await owner.query(
        `INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at,
            fixture, assessment_id, rubric_id, rubric_version, rubric_wording, scores, feedback_revision)
          SELECT gen_random_uuid(), submission_id, course_id, exercise_id, points, max_points, '', '{}', now(), FALSE, assessment_id, rubric_id,
            rubric_version, rubric_wording, scores, 1 FROM completed_result WHERE assessment_id = $1`,
        [id],
      )
      await owner.query('COMMIT')
    },
    'is opened again': async (id: string) => {
      await owner.query('BEGIN')
      await owner.query('UPDATE completed_result SET withdrawn_at = now() WHERE assessment_id = $1', [id])
      await owner.query(
        "UPDATE assessment SET state = 'in_progress', completed_at = NULL, rubric_wording = NULL WHERE id = $1",
        [id],
      )
      await owner.query('COMMIT')
    },
    'is being sent': async (id: string) => grading.bringTo(await deliveryOf(id), 'open'),
    'may have arrived': async (id: string) => grading.bringTo(await deliveryOf(id), 'ambiguous'),
  }
  return { ...migrations, deliveryOf, deliveriesOf, changes }
}
