import { DomainError } from '@course-grading/domain/errors/domain-error'
import { describe, expect } from 'vitest'
import { configureCourse } from '../testing/open-settings.ts'
import { byTeacher, settingsText } from '../testing/settings-document.ts'
import { findSlugOwner } from './course-slug-queries.ts'
import { updateCourseSettings } from '../settings/update-course-settings.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('a write with a new slug', () => {
  it('reserves nothing if the revision is stale', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await expect(world.writeSlug({ courseId, expectedRevision: 2, slug: `stale-${courseId}` })).rejects.toMatchObject({
      code: 'revision_conflict',
    })
    expect(await world.reservedBy(courseId)).toEqual([`course-${courseId}`])
  })

  it('is forbidden to the role of public-api by the database', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await expect(
      world.writeSlug({ courseId, expectedRevision: 1, slug: `public-${courseId}` }, world.publicApi),
    ).rejects.toMatchObject({ sqlState: '42501' })
  })

  it('gives a slug that two courses want to exactly one of them', async ({ world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const courses = [await configureCourse(world.database), await configureCourse(world.database)]
      const outcomes = await Promise.all(
        courses.map((courseId) =>
          world.writeSlug({ courseId, expectedRevision: 1, slug: `wanted-${round}` }).then(() => 'written', codeOf),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['slug_taken', 'written'])
      const winner = courses[outcomes.indexOf('written')]
      expect(await findSlugOwner(world.database, `wanted-${round}`)).toEqual({
        courseId: winner,
        slug: `wanted-${round}`,
      })
    }
  })

  it('never gives the slug to one course and the exercise to the other if two courses want both', async ({ world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const courses = [await configureCourse(world.database), await configureCourse(world.database)]
      const results = await Promise.allSettled(
        courses.map((courseId) =>
          world.writeSlug({ courseId, expectedRevision: 1, slug: `both-${round}`, exerciseIds: [50_000 + round] }),
        ),
      )
      const codes = results.map((result) => (result.status === 'fulfilled' ? 'written' : 'refused'))
      expect(codes.filter((code) => code === 'written')).toHaveLength(1)
      const loser = courses[codes.findIndex((code) => code !== 'written')] ?? 0
      expect(await world.reservedBy(loser)).toEqual([`course-${loser}`])
    }
  })
})

async function openWorld() {
  const data = await openData()
  const { database, owner } = data
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
  const reservedBy = async (courseId: number) =>
    (
      await owner.query<{ slug: string }>('SELECT slug FROM course_slug WHERE course_id = $1 ORDER BY slug', [courseId])
    ).rows.map((row) => row.slug)
  return { ...data, writeSlug, reservedBy }
}

interface SlugWrite {
  readonly courseId: number
  readonly expectedRevision: number
  readonly slug: string
  readonly exerciseIds?: readonly number[]
}
const codeOf = (error: unknown) => (error instanceof DomainError ? error.code : 'failed')
