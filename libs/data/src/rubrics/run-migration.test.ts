import { afterAll, describe, expect, it } from 'vitest'
import { releaseGrades } from '../grading/release-grades.ts'
import { deleteRubricMigrations, findRubricMigration } from './find-migration.ts'
import { judged, openMigrations, version } from './migrations.fixture.ts'

const migrations = await openMigrations()
const { database, statements, owner, grading, plan, placed, run, rowsOf } = migrations
afterAll(() => migrations.close())

const deliveryOf = async (assessmentId: string): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT delivery.id FROM delivery JOIN assessment USING (submission_id) WHERE assessment.id = $1 ORDER BY ordinal DESC LIMIT 1',
    [assessmentId],
  )
  return rows[0]?.id ?? ''
}
const deliveriesOf = async (courseId: number, id: string) => (await migrations.stateOf(courseId)).get(id)?.deliveries

describe('runRubricMigration', () => {
  it('makes as many statements for many assessments as for one', async () => {
    const countFor = async (count: number) => {
      const rubric = await placed(Array.from({ length: count }, () => judged()))
      const migrationId = await plan(rubric)
      statements.length = 0
      await run(rubric, migrationId)
      return statements.length
    }
    expect(await countFor(300)).toBe(await countFor(1))
  })

  it('is done once, even if two run it at the same time', async () => {
    const rubric = await placed([judged()])
    const migrationId = await plan(rubric)
    const results = await Promise.allSettled([run(rubric, migrationId), run(rubric, migrationId)])
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'not_in_state' } }])
    await expect(run(rubric, migrationId)).rejects.toMatchObject({ code: 'not_in_state', detail: 'run' })
  })

  it('finds no plan of another rubric, and none that is not complete', async () => {
    const [rubric, other] = [await placed([judged()]), await placed([judged()])]
    const migrationId = await plan(rubric)
    await expect(run({ ...rubric, rubricId: other.rubricId }, migrationId)).rejects.toMatchObject({ code: 'not_found' })
    await owner.query("UPDATE rubric_migration SET state = 'planning' WHERE id = $1", [migrationId])
    await expect(run(rubric, migrationId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await findRubricMigration(database, { rubricId: rubric.rubricId, migrationId })).toBeNull()
  })

  const whatIf: readonly (readonly [what: string, change: (id: string) => Promise<unknown>])[] = [
    ['is saved', (id) => owner.query('UPDATE assessment SET revision = revision + 1 WHERE id = $1', [id])],
    [
      'is opened and completed again',
      async (id) => {
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
    ],
    [
      'is opened again',
      async (id) => {
        await owner.query('BEGIN')
        await owner.query('UPDATE completed_result SET withdrawn_at = now() WHERE assessment_id = $1', [id])
        await owner.query(
          "UPDATE assessment SET state = 'in_progress', completed_at = NULL, rubric_wording = NULL WHERE id = $1",
          [id],
        )
        await owner.query('COMMIT')
      },
    ],
    ['is being sent', async (id) => grading.put(await deliveryOf(id), 'open')],
    ['may have arrived', async (id) => grading.put(await deliveryOf(id), 'ambiguous')],
  ]
  it.each(whatIf)('changes nothing if one %s meanwhile', async (_what, change) => {
    const rubric = await placed([judged(), judged({ delivery: 'pending' })])
    const [other = '', changed = ''] = rubric.ids
    const migrationId = await plan(rubric)
    await change(changed)
    const before = await migrations.stateOf(rubric.courseId)
    await expect(run(rubric, migrationId)).rejects.toMatchObject({ code: 'revision_conflict' })
    expect(await migrations.stateOf(rubric.courseId)).toEqual(before)
    expect(before.get(other)?.version).toBe(1)
  })

  it('changes nothing where a registration holds a grade again while the run takes its locks', async () => {
    const rubric = await placed([judged({ delivery: 'pending' })])
    const [id = ''] = rubric.ids
    await grading.put(await deliveryOf(id), 'delivered')
    const migrationId = await plan(rubric)
    await owner.query('BEGIN')
    await owner.query(
      'SELECT FROM submission JOIN assessment USING (submission_id) WHERE assessment.id = $1 FOR NO KEY UPDATE OF submission',
      [id],
    )
    const running = run(rubric, migrationId)
    await expect.poll(grading.somebodyWaits).toBe(true)
    await owner.query(
      `INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, failures, verifications,
        verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, result_id, 'held', 0, 1, 0, 0, 0, FALSE, FALSE, fixture, now(), now()
      FROM delivery WHERE id = $1`,
      [await deliveryOf(id)],
    )
    await owner.query('COMMIT')
    await expect(running).rejects.toMatchObject({ code: 'revision_conflict' })
    expect(await deliveriesOf(rubric.courseId, id)).toEqual(['delivered', 'held'])
  })

  it('leaves out grades that were being delivered when the plan was made, even if that has ended since', async () => {
    const rubric = await placed([judged(), judged({ delivery: 'pending' })])
    const [open = '', blocked = ''] = rubric.ids
    await grading.put(await deliveryOf(blocked), 'ambiguous')
    const migrationId = await plan(rubric)
    expect((await rowsOf(migrationId)).map(({ isBlocked }) => isBlocked).toSorted()).toEqual([false, true])
    await owner.query('UPDATE assessment SET revision = revision + 1 WHERE id = $1', [blocked])
    await run(rubric, migrationId)
    const after = await migrations.stateOf(rubric.courseId)
    expect([after.get(open)?.version, after.get(blocked)?.version]).toEqual([2, 1])
    expect(await findRubricMigration(database, { rubricId: rubric.rubricId, migrationId })).toMatchObject({
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

  it('holds the grade if the points change, and sends nothing', async () => {
    const rubric = await placed([judged({ delivery: 'pending' }), judged(), judged({ delivery: 'pending' })])
    const [delivered = '', held = '', refused = ''] = rubric.ids
    await grading.put(await deliveryOf(delivered), 'delivered')
    await grading.put(await deliveryOf(refused), 'refused')
    const migrationId = await plan(rubric)
    expect((await rowsOf(migrationId)).filter(({ wasDelivered }) => wasDelivered)).toHaveLength(1)
    await run(rubric, migrationId)
    expect(await deliveriesOf(rubric.courseId, delivered)).toEqual(['delivered', 'held'])
    for (const id of [held, refused])
      expect(await deliveriesOf(rubric.courseId, id)).toEqual(['cancelled migrated', 'held'])
    expect(await grading.stepsOf(await deliveryOf(held))).toEqual(['created →held'])
  })

  it('makes work wait again, without a holder, if something is missing', async () => {
    const rubric = await placed([judged()], version(1, true))
    const [id = ''] = rubric.ids
    await run(rubric, await plan(rubric))
    const { rows } = await owner.query(
      'SELECT state, holder_id, completed_at, rubric_wording FROM assessment WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ state: 'in_progress', holder_id: null, completed_at: null, rubric_wording: null }])
    expect((await migrations.stateOf(rubric.courseId)).get(id)).toMatchObject({
      inQueue: true,
      standing: null,
      points: 4,
    })
  })

  it('keeps the draft of a holder, and counts dropped scores as changed', async () => {
    const scores = { report: { points: 3 }, gone: { points: 1 } }
    const rubric = await placed([judged({ state: 'in_progress', scores })])
    const [id = ''] = rubric.ids
    await owner.query(
      "UPDATE assessment SET holder_id = 102, claimed_at = now(), lease_until = now() + interval '1 hour', part_revisions = $2 WHERE id = $1",
      [id, JSON.stringify({ 'scores.report': 1, privateNote: 1 })],
    )
    await run(rubric, await plan(rubric))
    const { rows } = await owner.query(
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

  it('comes before or after a release', async () => {
    const rubric = await placed(Array.from({ length: 40 }, () => judged()))
    const { courseId, exerciseId } = rubric
    const migrationId = await plan(rubric)
    const request = { courseId, exerciseId, assessmentIds: null, isDue: false, byUserId: 101 }
    await Promise.all([run(rubric, migrationId), database.transaction((tx) => releaseGrades(tx, request))])
    const after = [...(await migrations.stateOf(courseId)).values()]
    const states = new Set(after.map(({ deliveries }) => deliveries.join(', ')))
    expect([...states]).toBeOneOf([['cancelled migrated, held'], ['cancelled migrated, pending']])
  })
})
