import { DomainError } from '@course-grading/domain/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { archiveRubric, restoreRubric } from './archive-rubric.ts'
import { writeExerciseGrading } from '../grading/write-exercise-grading.ts'
import { aGrading } from '../testing/a-grading.ts'
import { deleteRubric, deleteRubricDraft, updateRubricDraft } from './rubric-draft-queries.ts'
import { findRubric } from './rubric-queries.ts'
import { findRubricVersion, listRubricVersions, publishRubric } from './rubric-version-queries.ts'
import type { RubricAt } from './rubric-write.ts'
import { documentText, openRubrics } from './rubrics.fixture.ts'

const rubrics = await openRubrics()
const { database, elsewhere } = rubrics
afterAll(() => rubrics.close())

const other = documentText('Other', 11)
const nowhere = '019ea3f2-7000-7a10-8c2d-000000000000'
type Write = (at: RubricAt, db?: typeof database) => Promise<number>
const putDraft: Write = (at, db = database) => updateRubricDraft(db, { ...at, draft: other })
const discard: Write = (at, db = database) => deleteRubricDraft(db, at)
const remove: Write = (at, db = database) => deleteRubric(db, at)
const publish: Write = async (at, db = database) =>
  (await publishRubric(db, { ...at, structureChanged: true, userId: 101 })).revision
/** The new revision, or the code of the refusal. */
const outcome = (written: Promise<number>) =>
  written.catch((error: unknown) => {
    if (error instanceof DomainError) return error.code
    throw error
  })
const isDone = (result: number | string) => typeof result === 'number'
const archive: Write = (at, db = database) => db.transaction((tx) => archiveRubric(tx, at))
const restore: Write = (at, db = database) => restoreRubric(db, at)

type State = 'draft' | 'published' | 'edited' | 'archived'
/** The revisions at which the fixture leaves its rubrics. */
const revisions = { draft: 1, published: 2, edited: 3, archived: 4 } as const

/** What each write does to a rubric in each state. */
const table: readonly (readonly [write: string, act: Write, allowed: readonly State[]])[] = [
  ['updateRubricDraft', putDraft, ['draft', 'published', 'edited']],
  ['deleteRubricDraft', discard, ['edited']],
  ['publishRubric', publish, ['draft', 'edited']],
  ['archiveRubric', archive, ['published', 'edited']],
  ['restoreRubric', restore, ['archived']],
  ['deleteRubric', remove, ['draft']],
]

describe.each(table)('%s', (_write, act, allowed) => {
  it.each(['draft', 'published', 'edited', 'archived'] as const)(
    'does what the state allows, and changes nothing else (%s)',
    async (state) => {
      const rubricId = await rubrics[state]()
      const before = await findRubric(database, rubricId)
      const stale = { rubricId, expectedRevision: revisions[state] + 1 }
      await expect(act(stale)).rejects.toMatchObject({ code: 'revision_conflict' })
      await expect(act({ rubricId, expectedRevision: 0 })).rejects.toMatchObject({ code: 'revision_conflict' })
      expect(await findRubric(database, rubricId)).toEqual(before)
      const written = act({ rubricId, expectedRevision: revisions[state] })
      if (!allowed.includes(state)) {
        const code = act === remove ? 'rubric_in_use' : 'not_in_state'
        await expect(written).rejects.toMatchObject({ code, detail: before?.state })
        expect(await findRubric(database, rubricId)).toEqual(before)
      } else if (act === remove) {
        await written
        expect(await findRubric(database, rubricId)).toBeNull()
      } else {
        expect(await written).toBe(revisions[state] + 1)
        expect((await findRubric(database, rubricId))?.revision).toBe(revisions[state] + 1)
      }
    },
  )

  it('finds nothing where there is nothing', async () => {
    await expect(act({ rubricId: nowhere, expectedRevision: 1 })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is done by one of 16 who read the same revision, on two pools', async () => {
    const [state] = allowed as readonly [State]
    const rubricId = await rubrics[state]()
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, writer) =>
        outcome(act({ rubricId, expectedRevision: revisions[state] }, writer % 2 === 0 ? database : elsewhere)),
      ),
    )
    expect(outcomes.filter(isDone)).toHaveLength(1)
    const lost = outcomes.filter((result) => !isDone(result))
    for (const code of lost)
      expect(code).toBeOneOf(act === remove ? ['revision_conflict', 'not_found'] : ['revision_conflict'])
  })
})

describe('different writes of one revision', () => {
  it('succeed only once if all are made at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const rubricId = await rubrics.edited()
      const at = { rubricId, expectedRevision: 3 }
      const outcomes = await Promise.all(
        [putDraft, discard, publish, archive].flatMap((act) => [outcome(act(at)), outcome(act(at, elsewhere))]),
      )
      expect(outcomes.filter(isDone)).toHaveLength(1)
      expect((await findRubric(database, rubricId))?.revision).toBe(4)
    }
  })
})

describe('what was published', () => {
  it('comes back with its draft when the rubric is restored', async () => {
    const rubricId = await rubrics.archived()
    await restoreRubric(database, { rubricId, expectedRevision: 4 })
    expect(await findRubric(database, rubricId)).toMatchObject({
      state: 'published',
      revision: 5,
      draft: documentText('Two'),
      latest: documentText('One'),
    })
  })
})

describe('archiveRubric', () => {
  it('comes before settings that begin to name the rubric, or finds it in use', async () => {
    const { courseId } = rubrics
    for (let exerciseId = 1; exerciseId <= 20; exerciseId += 1) {
      const rubricId = await rubrics.published()
      const at = { courseId, exerciseId, expectedRevision: 0 }
      const [archived, written] = await Promise.all([
        outcome(archive({ rubricId, expectedRevision: 2 })),
        outcome(elsewhere.transaction((tx) => writeExerciseGrading(tx, at, { ...aGrading, rubricId }))),
      ])
      expect([archived, written]).toBeOneOf([
        [3, 'validation_failed'],
        ['rubric_in_use', 1],
      ])
    }
  })

  it('waits for settings that begin to name the rubric', async () => {
    const rubricId = await rubrics.published()
    await rubrics.owner.query('BEGIN')
    await rubrics.owner.query('SELECT FROM rubric WHERE rubric_id = $1 FOR SHARE', [rubricId])
    const archiving = archive({ rubricId, expectedRevision: 2 })
    await expect
      .poll(
        async () =>
          (
            await rubrics.owner.query(
              "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
          ).rowCount,
      )
      .toBe(1)
    await rubrics.owner.query('COMMIT')
    expect(await archiving).toBe(3)
  })
})
