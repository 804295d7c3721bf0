import { describe, expect } from 'vitest'
import { documentText, openRubrics, testIn } from './rubrics.fixture.ts'
import { brokenBy } from '../testing/broken-by.ts'

const it = testIn(openWorld)

describe('a new rubric', () => {
  it.for([
    ['rubric__state__first', "'draft', 2, '{}'"],
    ['rubric__state__first', "'published', 1, '{}'"],
    ['rubric__draft__of_draft', "'draft', 1, NULL"],
    [null, "'draft', 1, '{}'"],
  ] as const)('keeps %s', async ([rule, values], { world }) => {
    expect(await world.insert('state, revision, draft', values)).toBe(rule)
  })

  it('has at most 500,000 bytes of draft', async ({ world }) => {
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
    const draft = (bytes: number) =>
      brokenBy(
        world.owner,
        `INSERT INTO rubric (rubric_id, course_id, created_at, updated_at, state, revision, draft)
        VALUES (gen_random_uuid(), $1, now(), now(), 'draft', 1, $2)`,
        [world.courseId, text(bytes)],
      )
    // The database has no rule that a rubric must have a title.
    expect([await draft(500_000), await draft(500_001)]).toEqual([null, 'rubric__draft__size'])
  })
})

describe('a change of a rubric', () => {
  it('raises the revision by one', async ({ world }) => {
    const rubricId = await world.draft()
    for (const revision of ['revision', 'revision + 2', 'revision - 1'])
      expect(
        await brokenBy(world.owner, `UPDATE rubric SET revision = ${revision} WHERE rubric_id = $1`, [rubricId]),
      ).toBe('rubric__revision__rises')
    expect(await world.change(rubricId, 'updated_at = now()')).toBeNull()
  })

  it('leaves it in its course', async ({ world }) => {
    expect(await world.change(await world.draft(), 'course_id = course_id + 1')).toBe('rubric__course_id__fixed')
  })

  it.for([
    ['draft', "state = 'archived'", 'rubric__state__order'],
    ['draft', "state = 'published'", 'rubric__state__latest'],
    ['published', "state = 'draft'", 'rubric__state__order'],
    ['archived', "state = 'draft'", 'rubric__state__order'],
    ['published', "state = 'gone'", 'rubric__state__order'],
    ['archived', "draft = '{}'", 'rubric__archived__fixed'],
    ['archived', 'draft = NULL', 'rubric__archived__fixed'],
    ['draft', 'draft = NULL', 'rubric__draft__of_draft'],
    ['edited', 'latest_version = 2, latest_wording = 1', 'rubric__latest__rises'],
    ['edited', 'latest_version = 3, latest_wording = 1, draft = NULL', 'rubric__latest__rises'],
    ['edited', 'latest_version = 2, latest_wording = 2, draft = NULL', 'rubric__latest__rises'],
    ['edited', 'latest_wording = 3, draft = NULL', 'rubric__latest__rises'],
    ['edited', 'latest_version = NULL, latest_wording = NULL, draft = NULL', 'rubric__latest__rises'],
    ['edited', 'latest_version = 2, latest_wording = 1, draft = NULL', 'rubric__latest__exists'],
    ['edited', 'latest_wording = 2, draft = NULL', 'rubric__latest__exists'],
    ['archived', 'latest_wording = 2', 'rubric__latest__rises'],
  ] as const)('of one that is %s by %s breaks %s', async ([state, set, rule], { world }) => {
    expect(await world.change(await world[state](), set)).toBe(rule)
  })
})

describe('what was published', () => {
  it('is published with its rubric, and in no other way', async ({ world }) => {
    const rubricId = await world.edited()
    for (const [version, wording] of [
      [1, 2],
      [2, 1],
      [9, 9],
    ] as const)
      expect(await world.addVersion(rubricId, version, wording)).toBe('rubric_version__newest')
  })

  it('is the draft, word for word', async ({ world }) => {
    const rubricId = await world.edited()
    const publishing = (document: string) =>
      brokenBy(
        world.owner,
        `WITH changed AS (
          UPDATE rubric SET revision = 4, latest_wording = 2, draft = NULL WHERE rubric_id = $1 RETURNING rubric_id)
        INSERT INTO rubric_version (rubric_id, version, wording, document, published_at, published_by)
        SELECT rubric_id, 1, 2, $2, now(), 101 FROM changed`,
        [rubricId, document],
      )
    expect(await publishing(documentText('Three'))).toBe('rubric__latest__exists')
    expect(await publishing(documentText('Two'))).toBeNull()
  })

  it('is never changed or deleted, nor is its rubric', async ({ world }) => {
    const rubricId = await world.published()
    const rules = [
      await brokenBy(world.owner, 'UPDATE rubric_version SET published_by = 102 WHERE rubric_id = $1', [rubricId]),
      await brokenBy(world.owner, 'DELETE FROM rubric_version WHERE rubric_id = $1', [rubricId]),
      await brokenBy(world.owner, 'DELETE FROM rubric WHERE rubric_id = $1', [rubricId]),
    ]
    expect(rules).toEqual(['rubric_version__fixed', 'rubric_version__fixed', 'rubric_version__rubric_id__fkey'])
  })
})

async function openWorld() {
  const rubrics = await openRubrics()
  const { owner, courseId } = rubrics
  const change = (rubricId: string, set: string) =>
    brokenBy(owner, `UPDATE rubric SET revision = revision + 1, ${set} WHERE rubric_id = $1`, [rubricId])
  const insert = (columns: string, values: string) =>
    brokenBy(
      owner,
      `INSERT INTO rubric (rubric_id, course_id, created_at, updated_at, ${columns})
    VALUES (gen_random_uuid(), $1, now(), now(), ${values})`,
      [courseId],
    )
  const addVersion = (rubricId: string, version: number, wording: number) =>
    brokenBy(
      owner,
      `INSERT INTO rubric_version (rubric_id, version, wording, document, published_at, published_by)
    VALUES ($1, $2, $3, '{}', now(), 101)`,
      [rubricId, version, wording],
    )
  return { ...rubrics, change, insert, addVersion }
}
