import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import { problemOf, useDemoWorld } from '../demo-world.fixture.ts'
import { refreshCourseTags } from './refresh-course-tags.ts'
import { replaceCourseSettings } from './replace-course-settings.ts'

type RefreshCourseTags = Parameters<typeof refreshCourseTags>[1]

describe('refreshCourseTags', () => {
  it('stores the upstream ids of the tags, without a new revision', async () => {
    const before = await world.settingsOf(11)
    expect(await refresh()).toEqual({ settings: before, warnings: [] })
    expect(await world.settingsOf(11)).toEqual(before)
    expect(await tagRows()).toEqual([
      { slug: 'group-a', upstream_tag_id: '31', gone: false },
      { slug: 'group-b', upstream_tag_id: '32', gone: false },
      { slug: 'retaking', upstream_tag_id: '33', gone: false },
    ])
  })

  it('adds a new tag in a new revision, which is recorded in the history', async () => {
    world.fake.world.addTag({ courseId: 11, slug: 'aaa', name: 'AAA' })
    const { settings } = await refresh()
    expect(settings).toEqual(await world.settingsOf(11))
    expect([settings.revision, slugsOf(settings.document)]).toEqual([2, ['aaa', 'group-a', 'group-b', 'retaking']])
    expect(
      await world.query(
        'SELECT revision, user_id, operation, boundary FROM course_settings_revision WHERE course_id = 11 AND revision > 1',
      ),
    ).toEqual([{ revision: 2, user_id: '101', operation: 'refreshCourseTags', boundary: 'frontend' }])
  })

  it('removes an unused tag that vanished, and keeps a used one, marked and reported until nothing uses it', async () => {
    removeTag('retaking')
    removeTag('group-b')
    const { settings, warnings } = await refresh()
    expect([settings.revision, slugsOf(settings.document), warnings]).toEqual([
      2,
      ['group-a', 'group-b'],
      [{ code: 'tag_gone', slug: 'group-b' }],
    ])
    expect(await tagRows()).toMatchObject([
      { slug: 'group-a', gone: false },
      { slug: 'group-b', gone: true, upstream_tag_id: null },
    ])
    expect(await refresh()).toEqual({ settings, warnings })

    const change = aSettingsChange({ visibleTagSlugs: ['group-a'] })
    await replaceCourseSettings(world, {
      current: settings,
      expectedRevision: 2,
      change,
      slug: 'may_change',
      userId: 101,
      boundary: 'frontend',
      operation: 'putCourseSettings',
      upstreamCall: world.as(101),
    })
    const later = await refresh()
    expect([later.settings.revision, slugsOf(later.settings.document), later.warnings]).toEqual([4, ['group-a'], []])
  })

  it('marks a used tag as gone, and as back again, without a new revision', async () => {
    removeTag('group-a')
    removeTag('group-b')
    removeTag('retaking')
    const { settings } = await refresh()
    world.fake.world.addTag({
      courseId: 11,
      slug: 'group-b',
      name: 'Group B',
      color: '#FFE08A',
      description: 'Exercise group B',
    })
    world.fake.world.addTag({
      courseId: 11,
      slug: 'group-a',
      name: 'Group A',
      color: '#1B7F4B',
      description: 'Exercise group A',
    })
    expect(await refresh()).toEqual({ settings, warnings: [] })
    expect(await tagRows()).toMatchObject([
      { slug: 'group-a', gone: false },
      { slug: 'group-b', gone: false },
    ])
  })

  it('reads the platform again if another refresh came in between, so that an older reading undoes nothing', async () => {
    const { settings } = await overtaken(1)
    expect(settings).toEqual(await world.settingsOf(11))
    expect([settings.revision, slugsOf(settings.document)]).toEqual([
      2,
      ['group-a', 'group-b', 'overtaking-1', 'retaking'],
    ])
    expect(world.fake.journal.count({ path: '/api/v2/courses/11/usertags' })).toBe(3)
  })

  it('fails after three readings, if another refresh came in between each time', async () => {
    expect(await problemOf(overtaken(3))).toEqual({ code: 'overloaded', issues: [] })
    expect(slugsOf((await world.settingsOf(11)).document)).toEqual([
      'group-a',
      'group-b',
      'overtaking-1',
      'overtaking-2',
      'overtaking-3',
      'retaking',
    ])
  })

  it.each([
    ['the tags are the same', []],
    ['a tag is new', ['new']],
  ])('keeps the names of the graders who are staff, when %s', async (_when, slugs) => {
    Object.assign(world.fake.world.user(102), { firstName: 'Renamed', lastName: 'Grader' })
    for (const slug of slugs) world.fake.world.addTag({ courseId: 11, slug, name: slug })
    await refresh()
    expect(await world.query('SELECT full_name FROM staff_name WHERE course_id = 11 ORDER BY user_id')).toEqual([
      { full_name: 'Renamed Grader' },
      { full_name: 'Assia English' },
    ])
  })

  it('keeps no name of a grader who is not staff any more', async () => {
    world.fake.world.removeRole(11, 102)
    await refresh()
    expect(await world.query('SELECT user_id::int FROM staff_name WHERE course_id = 11')).toEqual([{ user_id: 103 }])
  })

  it('sets, keeps and clears the LTI login URL', async () => {
    const url = `${world.fake.url}/programming/1/lti-login/5/`
    expect((await refresh({ ltiLoginUrl: url })).settings.revision).toBe(2)
    expect((await refresh()).settings.revision).toBe(2)
    expect((await world.documentOf(11)).ltiLoginUrl).toBe(url)
    expect((await refresh({ ltiLoginUrl: null })).settings.revision).toBe(3)
    expect((await world.documentOf(11)).ltiLoginUrl).toBeNull()
  })

  it('rejects an LTI login URL of another origin, and changes nothing', async () => {
    world.fake.world.addTag({ courseId: 11, slug: 'new', name: 'New' })
    expect(await problemOf(refresh({ ltiLoginUrl: 'https://evil.example.org/programming/1/lti-login/5/' }))).toEqual({
      code: 'validation_failed',
      issues: ['$.ltiLoginUrl invalid_value'],
    })
    expect((await world.settingsOf(11)).revision).toBe(1)
  })

  it('rejects a course that is not configured', async () => {
    expect(await problemOf(refresh({ current: { ...(await world.settingsOf(11)), courseId: 12 } }))).toEqual({
      code: 'not_found',
      issues: [],
    })
  })

  it('changes nothing if the platform fails or the client has left', async () => {
    world.fake.world.addTag({ courseId: 11, slug: 'new', name: 'New' })
    expect(await problemOf(refresh({ upstreamCall: { ...world.as(101), signal: AbortSignal.abort() } }))).toMatchObject(
      { code: 'upstream_unavailable' },
    )
    world.fake.faults.add({ path: '/api/v2/courses/11/usertags', action: { kind: 'status', status: 500 } })
    expect(await problemOf(refresh())).toMatchObject({ code: 'upstream_unavailable' })
    expect((await world.settingsOf(11)).revision).toBe(1)
  })

  it('rejects tags that make the document too large', async () => {
    for (let index = 0; index < 2100; index += 1)
      world.fake.world.addTag({ courseId: 11, slug: `t${index}`, name: 'T', description: 'x'.repeat(1000) })
    expect(await problemOf(refresh())).toEqual({ code: 'validation_failed', issues: ['$ too_large'] })
    expect((await world.settingsOf(11)).revision).toBe(1)
  })
})

const world = useDemoWorld()
const refresh = async (overrides: Partial<RefreshCourseTags> = {}) =>
  refreshCourseTags(world, {
    current: await world.settingsOf(11),
    userId: 101,
    upstreamCall: world.as(101),
    ...overrides,
  })
/**
 * A refresh during which another one is committed between reading and writing, as many times as given. Each time the other one
 * adds a tag.
 */
const overtaken = async (times: number) => {
  let readings = 0
  const transaction: typeof world.database.transaction = async (work) => {
    readings += 1
    if (readings <= times) {
      world.fake.world.addTag({ courseId: 11, slug: `overtaking-${readings}`, name: 'Overtaking' })
      await refresh()
    }
    return await world.database.transaction(work)
  }
  return await refreshCourseTags(
    { ...world, database: { ...world.database, transaction } },
    {
      current: await world.settingsOf(11),
      userId: 101,
      upstreamCall: world.as(101),
    },
  )
}
const removeTag = (slug: string) => {
  const tag = world.fake.world.tagsOf(11).find((item) => item.slug === slug)
  if (tag !== undefined) world.fake.world.removeTag(tag.id)
}
const tagRows = () =>
  world.query('SELECT slug, upstream_tag_id, gone FROM course_tag WHERE course_id = 11 ORDER BY position')
const slugsOf = (document: string) =>
  (JSON.parse(document) as { tags: { slug: string }[] }).tags.map(({ slug }) => slug)
