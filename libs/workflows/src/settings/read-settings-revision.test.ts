import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import { useDemoWorld } from '../demo-world.fixture.ts'
import { readSettingsRevision } from './read-settings-revision.ts'
import { refreshCourseTags } from './refresh-course-tags.ts'
import { replaceCourseSettings } from './replace-course-settings.ts'

describe('readSettingsRevision', () => {
  it('stays below 2 MiB if both documents have the max size', async () => {
    const tags = Array.from({ length: 128 }, (_, index) => `${index}-`.padEnd(127, '中'))
    for (const slug of tags) world.fake.world.addTag({ courseId: 11, slug, name: 'T' })
    await refreshCourseTags(world, { current: await world.settingsOf(11), userId: 101, upstreamCall: world.as(101) })
    const staff = Array.from({ length: 38 }, (_, index) => 7000 + index)
    for (const userId of staff) {
      world.fake.world.addUser({ id: userId, username: `p${userId}` })
      world.fake.world.setRole(11, userId, 'assistant')
    }
    const gradersWith = (from: number) =>
      staff.map((userId) => ({
        userId,
        languages: ['fi'],
        feedbackTags: tags.slice(from, from + 64),
        gradingTags: tags.slice(from, from + 64),
      }))
    await replace({ graders: gradersWith(0), visibleTagSlugs: [] })
    await replace({ graders: gradersWith(64), visibleTagSlugs: [] })
    const detail = await readSettingsRevision(world.database, 11, 4)
    const bytes = Buffer.byteLength(JSON.stringify(detail))
    expect([bytes > 1_500_000, bytes < 2 * 1024 * 1024]).toEqual([true, true])
    expect(detail?.changes).toEqual([{ path: '$.graders', before: null, after: null, omitted: true }])
  })
})

const world = useDemoWorld()
const replace = async (overrides: Parameters<typeof aSettingsChange>[0]) => {
  const current = await world.settingsOf(11)
  return await replaceCourseSettings(world, {
    current,
    expectedRevision: current.revision,
    change: aSettingsChange(overrides),
    slug: 'immutable',
    userId: 101,
    boundary: 'public',
    operation: 'putCourseSettings',
    upstreamCall: world.as(101),
  })
}
