import { describe, expect } from 'vitest'
import { erasePerson } from '../people/erase-person.ts'
import { exportMigrationRows } from './migration-person-queries.ts'
import { judged, version, it } from './migrations.fixture.ts'

describe('a plan', () => {
  it('leaves out an assessment that moves before it is stored', async ({ world }) => {
    const rubric = await world.placed([judged(), judged()])
    const [moved = ''] = rubric.ids
    const between = () => world.owner.query('UPDATE assessment SET revision = revision + 1 WHERE id = $1', [moved])
    const migrationId = await world.plan(rubric, { between })
    expect((await world.rowsOf(migrationId)).map(({ assessmentId }) => assessmentId)).not.toContain(moved)
    await world.run(rubric, migrationId)
  })

  it('compares what students will see with what was sent, and not with the present maximum', async ({ world }) => {
    const rubric = await world.placed([judged({ delivery: 'pending' })], version(1.1))
    const ofCourse = 'submission_id IN (SELECT submission_id FROM assessment WHERE course_id = $1)'
    const { rows } = await world.owner.query(`SELECT id FROM delivery WHERE ${ofCourse}`, [rubric.courseId])
    await world.grading.bringTo(rows[0].id, 'delivered')
    const shown = async () => (await world.rowsOf(await world.plan(rubric))).map(({ shownChanged }) => shownChanged)
    const sentOf = (maxPoints: number) =>
      world.owner.query(`UPDATE delivery SET upstream_max_points = $2 WHERE ${ofCourse}`, [rubric.courseId, maxPoints])
    await sentOf(10)
    expect(await shown()).toEqual([false])
    await sentOf(20)
    expect(await shown()).toEqual([true])
  })

  it('is exported to the people whose work it contains', async ({ world }) => {
    const rubric = await world.placed([judged(), judged()])
    await world.plan(rubric)
    const ofBoth = `INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, 78 FROM assessment WHERE course_id = $1`
    await world.owner.query(ofBoth, [rubric.courseId])
    const person = { courseId: rubric.courseId, userId: 78 }
    const [first, ...none] = await exportMigrationRows(world.database, person, null, 1)
    const [second] = await exportMigrationRows(world.database, person, first?.key ?? '', 5)
    expect(none).toEqual([])
    for (const each of [first, second])
      expect(JSON.parse(each?.row ?? '')).toMatchObject({
        points: 5,
        scores: { report: { points: 3 } },
        feedbackHtml: expect.any(String),
      })
  })

  it('forgets the work of a person who is erased, and runs on', async ({ world }) => {
    const rubric = await world.placed([judged(), judged()])
    const { courseId } = rubric
    const migrationId = await world.plan(rubric)
    await world.owner.query(
      'INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, 77 FROM assessment WHERE id = $1',
      [rubric.ids[0]],
    )
    const erased = await world.database.transaction((tx) => erasePerson(tx, { courseId, userId: 77, byUserId: 101 }))
    expect(erased).toEqual({ outcome: 'erased' })
    expect((await world.rowsOf(migrationId)).map(({ assessmentId }) => assessmentId)).toEqual([rubric.ids[1]])
    await world.run(rubric, migrationId)
  })
})
