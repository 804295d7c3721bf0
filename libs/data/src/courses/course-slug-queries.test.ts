import { DomainError } from '@course-grading/domain/errors'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { byTeacher, settingsText } from '../testing/settings-document.ts'
import { createCourseSettingsLoader } from '../settings/course-settings-loader.ts'
import { findSlugOwner } from './course-slug-queries.ts'
import { updateCourseSettings } from '../settings/update-course-settings.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const { database: publicApi } = await openObserved(testDatabase.urls.publicApi)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await database.end()
  await publicApi.end()
  await owner.end()
  await testDatabase.drop()
})

interface SlugWrite {
  readonly courseId: number
  readonly expectedRevision: number
  readonly slug: string
  readonly exerciseIds?: readonly number[]
}

const writeSlug = ({ courseId, expectedRevision, slug, exerciseIds = [] }: SlugWrite, by = database): Promise<void> =>
  by.transaction((tx) =>
    updateCourseSettings(tx, {
      ...byTeacher,
      courseId,
      expectedRevision,
      newSlug: slug,
      document: settingsText(courseId, { revision: expectedRevision + 1, slug, manualGradingExercises: exerciseIds }),
    }),
  )

const codeOf = (error: unknown) => (error instanceof DomainError ? error.code : 'failed')

const reservedBy = async (courseId: number) =>
  (
    await owner.query<{ slug: string }>('SELECT slug FROM course_slug WHERE course_id = $1 ORDER BY slug', [courseId])
  ).rows.map((row) => row.slug)

describe('a write with a new slug', () => {
  it('reserves nothing if the revision is stale', async () => {
    const courseId = await configureCourse(database)
    await expect(writeSlug({ courseId, expectedRevision: 2, slug: `stale-${courseId}` })).rejects.toMatchObject({
      code: 'revision_conflict',
    })
    expect(await reservedBy(courseId)).toEqual([`course-${courseId}`])
  })

  it('is forbidden to the role of public-api by the database', async () => {
    const courseId = await configureCourse(database)
    await expect(
      writeSlug({ courseId, expectedRevision: 1, slug: `public-${courseId}` }, publicApi),
    ).rejects.toMatchObject({ sqlState: '42501' })
  })

  it('gives a slug that two courses want to exactly one of them, in thirty rounds', async () => {
    for (let round = 0; round < 30; round += 1) {
      const courses = [await configureCourse(database), await configureCourse(database)]
      const outcomes = await Promise.all(
        courses.map((courseId) =>
          writeSlug({ courseId, expectedRevision: 1, slug: `wanted-${round}` }).then(() => 'written', codeOf),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['slug_taken', 'written'])
      const winner = courses[outcomes.indexOf('written')]
      expect(await findSlugOwner(database, `wanted-${round}`)).toEqual({ courseId: winner, slug: `wanted-${round}` })
    }
  })

  it('never gives the slug to one course and the exercise to the other if two courses want both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const courses = [await configureCourse(database), await configureCourse(database)]
      const results = await Promise.allSettled(
        courses.map((courseId) =>
          writeSlug({ courseId, expectedRevision: 1, slug: `both-${round}`, exerciseIds: [50_000 + round] }),
        ),
      )
      const codes = results.map((result) => (result.status === 'fulfilled' ? 'written' : 'refused'))
      expect(codes.filter((code) => code === 'written')).toHaveLength(1)
      const loser = courses[codes.findIndex((code) => code !== 'written')] ?? 0
      expect(await reservedBy(loser)).toEqual([`course-${loser}`])
    }
  })
})
