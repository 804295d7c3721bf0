import { DomainError } from '@course-grading/domain/errors/domain-error'
import { describe, expect } from 'vitest'
import type { Database } from '../db/database.ts'
import { markRubricArchived, markRubricRestored } from './archive-rubric.ts'
import { writeExerciseGrading } from '../grading/write-exercise-grading.ts'
import { aGrading } from '../testing/a-grading.ts'
import { deleteRubricRow, deleteRubricDraftRow, updateRubricDraft } from './rubric-draft-queries.ts'
import { findRubric } from './rubric-queries.ts'
import { insertRubricVersion } from './rubric-version-queries.ts'
import type { RubricAt } from './rubric-write.ts'
import { documentText, it } from './rubrics.fixture.ts'

describe.each<[write: keyof typeof writes, allowed: readonly State[]]>([
  ['updateRubricDraft', ['draft', 'published', 'edited']],
  ['deleteRubricDraftRow', ['edited']],
  ['insertRubricVersion', ['draft', 'edited']],
  ['markRubricArchived', ['published', 'edited']],
  ['markRubricRestored', ['archived']],
  ['deleteRubricRow', ['draft']],
])('%s', (write, allowed) => {
  const isRemoval = write === 'deleteRubricRow'

  it.for(['draft', 'published', 'edited', 'archived'] as const)(
    'does what the state allows, and changes nothing else (%s)',
    async (state, { world }) => {
      const rubricId = await world[state]()
      const before = await findRubric(world.database, rubricId)
      const stale = { rubricId, expectedRevision: revisions[state] + 1 }
      await expect(writes[write](world.database, stale)).rejects.toMatchObject({ code: 'revision_conflict' })
      await expect(writes[write](world.database, { rubricId, expectedRevision: 0 })).rejects.toMatchObject({
        code: 'revision_conflict',
      })
      expect(await findRubric(world.database, rubricId)).toEqual(before)
      const written = writes[write](world.database, { rubricId, expectedRevision: revisions[state] })
      if (!allowed.includes(state)) {
        const code = isRemoval ? 'rubric_in_use' : 'not_in_state'
        await expect(written).rejects.toMatchObject({ code, detail: before?.state })
        expect(await findRubric(world.database, rubricId)).toEqual(before)
      } else if (isRemoval) {
        await written
        expect(await findRubric(world.database, rubricId)).toBeNull()
      } else {
        expect(await written).toBe(revisions[state] + 1)
        expect((await findRubric(world.database, rubricId))?.revision).toBe(revisions[state] + 1)
      }
    },
  )

  it('finds nothing where there is nothing', async ({ world }) => {
    await expect(writes[write](world.database, { rubricId: nowhere, expectedRevision: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('different writes of one revision', () => {
  it('succeed only once if all are made at the same time', async ({ world }) => {
    for (let round = 0; round < 8; round += 1) {
      const rubricId = await world.edited()
      const at = { rubricId, expectedRevision: 3 }
      const outcomes = await Promise.all(
        (['updateRubricDraft', 'deleteRubricDraftRow', 'insertRubricVersion', 'markRubricArchived'] as const).flatMap(
          (write) => [world.database, world.elsewhere].map((db) => outcome(writes[write](db, at))),
        ),
      )
      expect(outcomes.filter(isDone)).toHaveLength(1)
      expect((await findRubric(world.database, rubricId))?.revision).toBe(4)
    }
  })
})

describe('what was published', () => {
  it('comes back with its draft when the rubric is restored', async ({ world }) => {
    const rubricId = await world.archived()
    await markRubricRestored(world.database, { rubricId, expectedRevision: 4 })
    expect(await findRubric(world.database, rubricId)).toMatchObject({
      state: 'published',
      revision: 5,
      draft: documentText('Two'),
      latest: documentText('One'),
    })
  })
})

describe('markRubricArchived', () => {
  it('comes before settings that begin to name the rubric, or finds it in use', async ({ world }) => {
    const { courseId } = world
    for (let exerciseId = 1; exerciseId <= 20; exerciseId += 1) {
      const rubricId = await world.published()
      const at = { courseId, exerciseId, expectedRevision: 0 }
      const [archived, written] = await Promise.all([
        outcome(writes.markRubricArchived(world.database, { rubricId, expectedRevision: 2 })),
        outcome(world.elsewhere.transaction((tx) => writeExerciseGrading(tx, at, { ...aGrading, rubricId }))),
      ])
      expect([archived, written]).toBeOneOf([
        [3, 'validation_failed'],
        ['rubric_in_use', 1],
      ])
    }
  })

  it('waits for settings that begin to name the rubric', async ({ world }) => {
    const rubricId = await world.published()
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM rubric WHERE rubric_id = $1 FOR SHARE', [rubricId])
    const archiving = writes.markRubricArchived(world.database, { rubricId, expectedRevision: 2 })
    await expect.poll(world.waiting).toBe(1)
    await world.owner.query('COMMIT')
    expect(await archiving).toBe(3)
  })
})

/** The writes of a rubric at a revision, which return the next one. */
const writes = {
  updateRubricDraft: (db: Database, at: RubricAt) => updateRubricDraft(db, { ...at, draft: documentText('Other', 11) }),
  deleteRubricDraftRow,
  insertRubricVersion: async (db: Database, at: RubricAt) =>
    (await insertRubricVersion(db, { ...at, structureChanged: true, userId: 101 })).revision,
  markRubricArchived: (db: Database, at: RubricAt) => db.transaction((tx) => markRubricArchived(tx, at)),
  markRubricRestored,
  deleteRubricRow,
}
const nowhere = '019ea3f2-7000-7a10-8c2d-000000000000'
/** The new revision, or the code of the refusal. */
const outcome = (written: Promise<number>) =>
  written.catch((error: unknown) => {
    if (error instanceof DomainError) return error.code
    throw error
  })
const isDone = (result: number | string) => typeof result === 'number'
type State = 'draft' | 'published' | 'edited' | 'archived'
/** The revisions at which the fixture leaves its rubrics. */
const revisions = { draft: 1, published: 2, edited: 3, archived: 4 } as const
