import { findSlugOwner } from '@course-grading/data/courses/course-slug-queries'
import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import { problemOf, useDemoWorld } from '../demo-world.fixture.ts'
import { replaceCourseSettings } from '../settings/replace-course-settings.ts'

describe('replaceCourseSettings with another slug', () => {
  it('renames the course, which is still found by the old slug', async () => {
    await rename('prog-1')
    expect(await world.documentOf(11)).toMatchObject({ revision: 2, slug: 'prog-1' })
    for (const slug of ['programming-1', 'prog-1'])
      expect(await findSlugOwner(world.database, slug)).toEqual({ courseId: 11, slug: 'prog-1' })
  })

  it('allows a course to return to an earlier slug', async () => {
    await rename('prog-1')
    await rename('programming-1')
    expect(await world.documentOf(11)).toMatchObject({ revision: 3, slug: 'programming-1' })
  })

  it('rejects a slug of another course', async () => {
    expect(await problemOf(rename('data-structures'))).toEqual({ code: 'slug_taken', issues: ['$.slug conflict'] })
    expect((await world.settingsOf(11)).revision).toBe(1)
  })

  it('rejects any other slug if the slug must not change', async () => {
    expect(await problemOf(rename('prog-1', 'immutable'))).toEqual({
      code: 'validation_failed',
      issues: ['$.slug immutable'],
    })
  })
})

const world = useDemoWorld()
const rename = async (slug: string, rule: 'may_change' | 'immutable' = 'may_change') => {
  const current = await world.settingsOf(11)
  return await replaceCourseSettings(world, {
    current,
    expectedRevision: current.revision,
    change: aSettingsChange({ slug }),
    slug: rule,
    userId: 101,
    boundary: 'frontend',
    operation: 'putCourseSettings',
    upstreamCall: world.as(101),
  })
}
