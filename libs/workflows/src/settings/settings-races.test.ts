import { createDatabase, type Database } from '@course-grading/data/database'
import { DomainError } from '@course-grading/domain/errors'
import type { CourseSettings, Grader } from '@course-grading/domain/settings/course-settings'
import { changesBetween } from '@course-grading/domain/settings/settings-changes'
import { changeOf } from '@course-grading/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { patient, useDemoWorld } from '../demo-world.fixture.ts'
import { importGraders } from './import-graders.ts'
import { refreshCourseTags } from './refresh-course-tags.ts'
import { replaceCourseSettings } from './replace-course-settings.ts'

describe('16 writers of one course by replacement, import and refresh', () => {
  it('make one revision for each success, and none undoes what another wrote', async () => {
    const others = await Promise.all(
      [1, 2].map(() => createDatabase({ url: world.databaseUrl(), applicationName: 'race', poolMax: 4, ...patient })),
    )
    onTestFinished(async () => void (await Promise.all(others.map((database) => database.end()))))
    const poolOf = (writer: number) => others[writer % others.length] ?? world.database
    const people = [7001, 7002, 7003, 7004, 7005]
    for (const userId of people) {
      world.fake.world.addUser({ id: userId, username: `person${userId}` })
      world.fake.world.setRole(11, userId, 'assistant')
    }
    const exercises = [9001, 9002, 9003, 9004, 9005, 9006]
    for (const id of exercises) world.fake.world.addExercise({ id, moduleId: 52 })
    const tags = ['t1', 't2', 't3', 't4', 't5']
    await Promise.all([
      ...exercises.map((exerciseId, writer) => addExercise(poolOf(writer), exerciseId)),
      ...people.map((userId, writer) => addGrader(poolOf(writer), userId)),
      ...tags.map((slug, writer) => addTag(poolOf(writer), slug)),
    ])

    const history = (await world.query(
      'SELECT * FROM course_settings_revision WHERE course_id = 11 ORDER BY revision',
    )) as unknown as HistoryRow[]
    expect(history.map(({ revision }) => revision)).toEqual(history.map((_, index) => index + 1))
    for (const [index, { operation, before, after }] of history.entries()) {
      expect(before).toEqual(index === 0 ? null : history[index - 1]?.after)
      const changed = index === 0 ? [] : changesBetween(before, after, 1_000_000).map(({ path }) => path)
      expect(changed.filter((path) => !mayChange(operation).includes(path))).toEqual([])
    }
    const writersOf = (operation: string) =>
      history
        .filter((row) => row.operation === operation)
        .map((row) => Number(row.user_id))
        .toSorted((a, b) => a - b)
    expect([writersOf('putCourseSettings'), writersOf('importGraders')]).toEqual([exercises, people])
    const last = await world.documentOf(11)
    expect(last.manualGradingExercises).toEqual([1103, 1104, ...exercises])
    expect(last.graders.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual([102, 103, ...people])
    expect(last.tags.map(({ slug }) => slug)).toEqual(['group-a', 'group-b', 'retaking', ...tags])
  })
})

function mayChange(operation: string): string[] {
  if (operation === 'putCourseSettings') return ['$.manualGradingExercises']
  return operation === 'importGraders' ? ['$.graders'] : ['$.tags']
}

const world = useDemoWorld()
const header = 'email;languages;feedbackTags;gradingTags'
const rowOf = ({ userId, languages, feedbackTags, gradingTags }: Grader) =>
  [userId, languages, feedbackTags ?? '', gradingTags ?? ''].map((cell) => `"${String(cell)}"`).join(';')

/** A client that reads, changes, writes, and begins again when somebody else was faster. */
async function until(write: (document: CourseSettings, text: string) => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { document } = await world.settingsOf(11)
    try {
      await write(JSON.parse(document) as CourseSettings, document)
      return
    } catch (error) {
      if (!(error instanceof DomainError) || !['revision_conflict', 'overloaded'].includes(error.code)) throw error
    }
  }
  throw new Error('never came through')
}

const addExercise = (database: Database, exerciseId: number) =>
  until((settings, document) =>
    replaceCourseSettings(
      { ...world, database },
      {
        current: { courseId: 11, revision: settings.revision, document },
        expectedRevision: settings.revision,
        slug: 'may_change',
        boundary: 'frontend',
        change: { ...changeOf(settings), manualGradingExercises: [...settings.manualGradingExercises, exerciseId] },
        userId: exerciseId,
        operation: 'putCourseSettings',
        upstreamCall: world.as(101),
      },
    ),
  )

const addGrader = (database: Database, userId: number) =>
  until((settings, document) =>
    importGraders(
      { ...world, database },
      {
        current: { courseId: 11, revision: settings.revision, document },
        expectedRevision: settings.revision,
        dryRun: false,
        userId,
        csv: Buffer.from([header, ...settings.graders.map(rowOf), `${userId};fi;;`].join('\n')),
        upstreamCall: world.as(101),
      },
    ),
  )

const addTag = (database: Database, slug: string) =>
  until(async ({ revision }, document) => {
    if (!world.fake.world.tagsOf(11).some((tag) => tag.slug === slug))
      world.fake.world.addTag({ courseId: 11, slug, name: slug })
    await refreshCourseTags(
      { ...world, database },
      { current: { courseId: 11, revision, document }, userId: 101, upstreamCall: world.as(101) },
    )
  })

interface HistoryRow {
  revision: number
  user_id: string
  operation: string
  before: CourseSettings | null
  after: CourseSettings
}
