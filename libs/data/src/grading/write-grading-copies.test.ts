import { describe, expect } from 'vitest'
import { documentText, openRubrics, testIn } from '../rubrics/rubrics.fixture.ts'
import { lockExercises } from '../db/lock-order.ts'
import { insertSnippet } from '../snippets/insert-snippet.ts'
import { aGrading } from '../testing/a-grading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { findExerciseGrading } from './find-exercise-grading.ts'
import { listRubricsToCopy, listSnippetsToCopy } from './list-gradings-to-copy.ts'
import { writeExerciseGrading } from './write-exercise-grading.ts'
import { writeGradingCopies } from './write-grading-copies.ts'

type GradingCopies = Parameters<typeof writeGradingCopies>[1]

const it = testIn(openWorld)

describe('writeGradingCopies', () => {
  it('makes nothing twice, even if six people copy at the same time', async ({ world }) => {
    const [rubricId, snippetId] = [await world.published(), await world.snippetOf(world.courseId, 'Once')]
    await world.grade(2, { rubricId })
    const { courseId, exerciseIds } = await world.newCourse()
    const change = {
      rubrics: [{ sourceId: rubricId, version: 1, wording: 1, document: documentText('One') }],
      snippets: [{ sourceId: snippetId, ...aSnippet }],
      exercises: [{ from: 2, to: exerciseIds[0] ?? 0 }],
    }
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        world.write(courseId, change, number % 2 === 0 ? world.database : world.elsewhere),
      ),
    )
    expect(all.flatMap((each) => each.rubrics)).toHaveLength(1)
    expect(all.flatMap((each) => each.snippets).filter(({ copyId }) => copyId !== null)).toHaveLength(1)
    expect(all.flatMap((each) => each.snippets).filter(({ wasCopied }) => wasCopied)).toHaveLength(5)
    expect(all.flatMap((each) => each.exercises.map(({ reason }) => reason)).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'has_settings'),
      null,
    ])
    for (const table of ['rubric', 'snippet', 'exercise_grading'])
      expect((await world.owner.query(`SELECT FROM ${table} WHERE course_id = $1`, [courseId])).rowCount).toBe(1)
  })

  it('makes no comment twice, even where two have looked before either has written', async ({ world }) => {
    const snippetId = await world.snippetOf(world.courseId, 'Once')
    const { courseId } = await world.newCourse()
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM course_settings WHERE course_id = $1 FOR UPDATE', [courseId])
    const change = { snippets: [{ sourceId: snippetId, ...aSnippet }] }
    const copying = [world.database, world.elsewhere].map((database) => world.write(courseId, change, database))
    await expect.poll(world.waiting).toBe(2)
    await world.owner.query('COMMIT')
    const copies = (await Promise.all(copying)).flatMap(({ snippets }) => snippets)
    expect(copies.map(({ wasCopied }) => wasCopied).toSorted()).toEqual([false, true])
  })

  it('waits for whoever changes the settings of its only exercise', async ({ world }) => {
    const { courseId, exerciseIds } = await world.newCourse()
    const [to = 0] = exerciseIds
    const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const changing = world.elsewhere.transaction(async (tx) => {
      await lockExercises(tx, courseId, [to])
      locked.resolve()
      await end.promise
    })
    await locked.promise
    const copying = world.write(courseId, { exercises: [{ from: 99, to }] })
    await expect.poll(world.waiting).toBe(1)
    end.resolve()
    await changing
    expect((await copying).exercises).toMatchObject([{ reason: 'no_settings' }])
  })

  it('locks its exercises in one order, whatever the order of its pairs', async ({ world }) => {
    const { courseId } = await world.newCourse()
    const ids = Array.from({ length: 20 }, (_, number) => number + 1)
    const inOrder = await world.owner.query<{ id: string }>(
      'SELECT given.id FROM unnest($1::bigint[]) AS given (id) ORDER BY hashint8(given.id)',
      [ids],
    )
    const ends: Promise<void>[] = []
    await world.elsewhere.transaction(async (tx) => {
      await lockExercises(tx, courseId, [Number(inOrder.rows.at(-1)?.id)])
      ends.push(world.database.transaction((other) => lockExercises(other, courseId, ids)))
      await expect.poll(world.waiting).toBe(1)
      const taken = await world.owner.query(`SELECT FROM pg_locks WHERE granted AND locktype = 'advisory'
        AND mode = 'ExclusiveLock' AND pid IN (SELECT pid FROM pg_locks WHERE NOT granted)`)
      expect(taken.rowCount).toBe(19)
    })
    await Promise.all(ends)
  })

  it('leaves out exercises that it cannot give settings, each with its reason', async ({ world }) => {
    await world.grade(3, { rubricId: await world.published() })
    await world.grade(4, { anonymous: true })
    const { courseId, exerciseIds } = await world.newCourse()
    const [first = 0, second = 0, third = 0] = exerciseIds
    const pairs = [
      { from: 4, to: 9999 },
      { from: 99, to: first },
      { from: 3, to: second },
      { from: 4, to: third },
    ]
    const reasons = async () =>
      (await world.write(courseId, { exercises: pairs })).exercises.map(({ reason }) => reason)
    expect(await reasons()).toEqual(['not_listed', 'no_settings', 'rubric_left_out', null])
    expect(await reasons()).toEqual(['not_listed', 'no_settings', 'rubric_left_out', 'has_settings'])
  })

  it('gives settings within a course their own rubric', async ({ world }) => {
    const { courseId, exerciseIds } = await world.newCourse()
    const [from = 0, to = 0] = exerciseIds
    const copy = (
      await world.write(courseId, {
        rubrics: [{ sourceId: await world.published(), version: 1, wording: 1, document: documentText('x') }],
      })
    ).rubrics[0]
    const rubricId = copy?.copyId ?? ''
    await world.database.transaction((tx) =>
      writeExerciseGrading(tx, { courseId, exerciseId: from, expectedRevision: 0 }, { ...aGrading, rubricId }),
    )
    await world.write(courseId, { fromCourseId: courseId, exercises: [{ from, to }] })
    expect((await findExerciseGrading(world.database, { courseId, exerciseId: to }))?.grading?.rubricId).toBe(rubricId)
  })

  it('fills a course with snippets up to what it may have', async ({ world }) => {
    const { courseId } = await world.newCourse()
    await world.owner.query(
      `INSERT INTO snippet (snippet_id, course_id, label, text, search_text, revision, created_at)
      SELECT gen_random_uuid(), $1, 'x', '{"en":"x"}', 'x', 1, now() FROM generate_series(1, 1999)`,
      [courseId],
    )
    const snippets = [
      { sourceId: await world.snippetOf(world.courseId, 'A'), ...aSnippet },
      { sourceId: await world.snippetOf(world.courseId, 'B'), ...aSnippet },
    ]
    const copies = async () => (await world.write(courseId, { snippets })).snippets
    expect((await copies()).map(({ copyId }) => copyId === null)).toEqual([false, true])
    expect((await copies()).map(({ copyId, wasCopied }) => [copyId, wasCopied])).toEqual([
      [null, true],
      [null, false],
    ])
  })
})

describe('settings by which all attempts are graded', () => {
  it('put superseded submissions back into the queue', async ({ world }) => {
    const { courseId, exerciseIds } = await world.newCourse()
    const [to = 0] = exerciseIds
    await world.grade(5, { attempts: 'all' })
    await world.owner.query(
      `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at,
        superseded_by)
      SELECT id, $1, $2, date_trunc('milliseconds', now()), 'en', 1, 10, id = 7002, FALSE, now(), nullif(7002, id)
      FROM unnest('{7002,7001}'::bigint[]) AS id`,
      [courseId, to],
    )
    await world.owner.query('INSERT INTO submission_submitter (submission_id, user_id) VALUES (7001, 5), (7002, 5)')
    expect((await world.write(courseId, { exercises: [{ from: 5, to }] })).exercises).toMatchObject([
      { attemptsChanged: true },
    ])
    const { rows } = await world.owner.query('SELECT in_queue, superseded_by FROM submission WHERE course_id = $1', [
      courseId,
    ])
    expect(rows).toEqual([
      { in_queue: true, superseded_by: null },
      { in_queue: true, superseded_by: null },
    ])
  })
})

describe('the list of things that can be copied', () => {
  it('has each rubric with its state, and the documents of those that can be copied', async ({ world }) => {
    const target = await world.newCourse()
    const [uncopied, first] = [
      { isCopied: false, isNewerThanCopy: false },
      { version: 1, wording: 1 },
    ]
    const [draft, archived, published] = [await world.draft(), await world.archived(), await world.published('P')]
    const found = async (maxTextLength = 4_000_000) =>
      (
        await listRubricsToCopy(
          world.database,
          { fromCourseId: world.courseId, courseId: target.courseId },
          maxTextLength,
        )
      ).filter(({ rubricId }) => [draft, archived, published].includes(rubricId))
    expect(await found()).toEqual([
      { rubricId: draft, state: 'draft', ...uncopied, version: null, wording: null, document: null },
      { rubricId: archived, state: 'archived', ...uncopied, ...first, document: null },
      { rubricId: published, state: 'published', ...uncopied, ...first, document: documentText('P') },
    ])
    expect((await found(documentText('P').length - 1))[2]?.document).toBeNull()
    await world.write(target.courseId, { rubrics: [{ sourceId: published, ...first, document: documentText('P') }] })
    expect((await found())[2]).toMatchObject({ isCopied: true, document: null })
  })

  it('says of a copied rubric whether other words or another structure were published since', async ({ world }) => {
    const target = await world.newCourse()
    const rubricId = await world.edited()
    const source = { sourceId: rubricId, version: 1, wording: 1, document: documentText('P') }
    await world.write(target.courseId, { rubrics: [source] })
    const courses = { fromCourseId: world.courseId, courseId: target.courseId }
    const found = async () =>
      (await listRubricsToCopy(world.database, courses, 4_000_000)).find((rubric) => rubric.rubricId === rubricId)
    expect(await found()).toMatchObject({ isCopied: true, isNewerThanCopy: false, version: 1, wording: 1 })
    await world.publish(rubricId, 3, false)
    expect(await found()).toMatchObject({ isCopied: true, isNewerThanCopy: true, version: 1, wording: 2 })
  })

  it('has each snippet of the course that is not retired, with texts up to a size', async ({ world }) => {
    const source = await world.newCourse()
    const target = await world.newCourse()
    const courses = { fromCourseId: source.courseId, courseId: target.courseId }
    const [first, retired, second] = [
      await world.snippetOf(source.courseId, '1'),
      await world.snippetOf(source.courseId, '2'),
      await world.snippetOf(source.courseId, '3'),
    ]
    await world.owner.query('UPDATE snippet SET retired_at = now() WHERE snippet_id = $1', [retired])
    await world.database.transaction((tx) => insertSnippet(tx, { courseId: source.courseId, ownerId: 101 }, aSnippet))
    const found = async (bytes: number) =>
      (await listSnippetsToCopy(world.database, courses, bytes)).map(({ snippetId, text }) => [snippetId, text])
    expect(await found(100)).toEqual([
      [first, '{"en":"Good"}'],
      [second, '{"en":"Good"}'],
    ])
    expect(await found(13)).toEqual([
      [first, '{"en":"Good"}'],
      [second, null],
    ])
    await world.write(target.courseId, { snippets: [{ sourceId: first, ...aSnippet }] })
    expect(await found(13)).toEqual([
      [first, null],
      [second, '{"en":"Good"}'],
    ])
  })
})

async function openWorld() {
  const rubrics = await openRubrics()
  const { database, courseId: fromCourseId } = rubrics
  const newCourse = async () => {
    lastExerciseId += 10
    const exerciseIds = [1, 2, 3].map((number) => lastExerciseId + number)
    return { courseId: await configureCourse(database, { manualGradingExercises: exerciseIds }), exerciseIds }
  }
  const write = (courseId: number, change: Partial<GradingCopies> = {}, on = database) =>
    on.transaction((tx) =>
      writeGradingCopies(tx, {
        fromCourseId,
        courseId,
        userId: 101,
        languages: ['en', 'fi'],
        rubrics: [],
        snippets: [],
        exercises: [],
        ...change,
      }),
    )
  const grade = async (exerciseId: number, change: object) => {
    const at = { courseId: fromCourseId, exerciseId, expectedRevision: 0 }
    await database.transaction((tx) => writeExerciseGrading(tx, at, { ...aGrading, ...change }))
  }
  const snippetOf = async (courseId: number, label = 'Good'): Promise<string> => {
    const at = { courseId, ownerId: null }
    const made = await database.transaction((tx) => insertSnippet(tx, at, { ...aSnippet, label }))
    return made?.snippetId ?? ''
  }
  return { ...rubrics, newCourse, write, grade, snippetOf }
}

/** Only one course can hold a manual-grading exercise, so each course gets exercise ids of its own. */
let lastExerciseId = 100
const aSnippet = { exerciseId: null, criterionId: null, label: 'Good', text: { en: 'Good' }, points: 1.25 }
