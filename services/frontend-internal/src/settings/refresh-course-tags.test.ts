import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { changeOf } from '@course-grading/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeEach(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
})
afterEach(() => service.stop())

const post = (body?: unknown) => service.request('POST', '/courses/11/settings/refresh', { session: teacher, body })
interface Refreshed {
  settings: CourseSettings
  warnings: { code: string; slug: string }[]
}
const refresh = async (body?: unknown): Promise<Refreshed> => {
  const reply = await post(body)
  expect(reply.status).toBe(200)
  const refreshed = (await reply.json()) as Refreshed
  expect(reply.headers.get('etag')).toBe(`"${refreshed.settings.revision}"`)
  return refreshed
}
const revisions = async () => {
  const reply = await service.request('GET', '/courses/11/settings/revisions', { session: teacher })
  return (
    (await reply.json()) as { items: { revision: number; userId: number; boundary: string; operation: string }[] }
  ).items
}
const tagOf = (slug: string) => service.upstream.world.tagsOf(11).find((tag) => tag.slug === slug)!
const removeTag = (slug: string) => service.upstream.world.removeTag(tagOf(slug).id)
const slugsOf = ({ settings }: Refreshed) => settings.tags.map(({ slug }) => slug)

describe('refreshCourseTags', () => {
  it('makes no revision if nothing changed', async () => {
    expect(await refresh()).toMatchObject({ settings: { revision: 1 }, warnings: [] })
    expect(await refresh({})).toMatchObject({ settings: { revision: 1 }, warnings: [] })
    expect(await revisions()).toHaveLength(1)
  })

  it('adds a new tag, in a revision with a row in the history', async () => {
    service.upstream.world.addTag({
      courseId: 11,
      slug: 'new',
      name: 'New',
      description: 'What is new',
      color: '#FFFFFF',
    })
    const { settings } = await refresh()
    expect(settings.revision).toBe(2)
    expect(settings.tags).toContainEqual({
      slug: 'new',
      name: 'New',
      description: 'What is new',
      color: '#FFFFFF',
      fontWhite: false,
    })
    expect((await revisions())[0]).toMatchObject({
      revision: 2,
      userId: 101,
      boundary: 'frontend',
      operation: 'refreshCourseTags',
    })
  })

  it('takes over changes of a tag', async () => {
    Object.assign(tagOf('group-a'), { name: 'Group Alpha', color: '#000000' })
    const { settings } = await refresh()
    expect([settings.revision, settings.tags.find(({ slug }) => slug === 'group-a')]).toEqual([
      2,
      { slug: 'group-a', name: 'Group Alpha', description: 'Exercise group A', color: '#000000', fontWhite: true },
    ])
  })

  it('never adds built-in tags', async () => {
    expect(slugsOf(await refresh())).toEqual(['group-a', 'group-b', 'retaking'])
  })

  it('removes a vanished tag that nothing uses', async () => {
    removeTag('retaking')
    const refreshed = await refresh()
    expect([refreshed.settings.revision, slugsOf(refreshed), refreshed.warnings]).toEqual([
      2,
      ['group-a', 'group-b'],
      [],
    ])
  })

  it('keeps a vanished tag with a warning until nothing uses it', async () => {
    removeTag('group-b')
    const kept = await refresh()
    expect([kept.settings.revision, slugsOf(kept), kept.warnings]).toEqual([
      2,
      ['group-a', 'retaking', 'group-b'],
      [{ code: 'tag_gone', slug: 'group-b' }],
    ])
    expect(await refresh()).toEqual(kept)
    const change = { ...changeOf(kept.settings), visibleTagSlugs: ['group-a'] }
    expect(
      (await service.request('PUT', '/courses/11/settings', { session: teacher, ifMatch: '"2"', body: change })).status,
    ).toBe(200)
    const gone = await refresh()
    expect([gone.settings.revision, slugsOf(gone), gone.warnings]).toEqual([4, ['group-a', 'retaking'], []])
  })

  it('sets, keeps and clears the address of the LTI login', async () => {
    const ltiLoginUrl = `${service.upstream.url}/programming/1/lti-login/5/`
    expect((await refresh({ ltiLoginUrl })).settings).toMatchObject({ revision: 2, ltiLoginUrl })
    expect((await refresh({ ltiLoginUrl })).settings.revision).toBe(2)
    expect((await refresh()).settings).toMatchObject({ revision: 2, ltiLoginUrl })
    expect((await refresh({ ltiLoginUrl: null })).settings).toMatchObject({ revision: 3, ltiLoginUrl: null })
  })

  it.each([
    ['of another origin', 'https://plus.example.org/programming/1/lti-login/5/'],
    ['of another page', '/programming/1/'],
    ['without the final slash', '/programming/1/lti-login/5'],
    ['without the number', '/programming/1/lti-login/x/'],
  ])('rejects an LTI login address %s, and changes nothing', async (_what, address) => {
    service.upstream.world.addTag({ courseId: 11, slug: 'new', name: 'New' })
    const ltiLoginUrl = URL.parse(address, service.upstream.url)!.href
    expect(await problemOf(await post({ ltiLoginUrl }))).toEqual([
      400,
      'validation_failed',
      '$.ltiLoginUrl invalid_value',
    ])
    expect(await revisions()).toHaveLength(1)
  })

  it.each([
    ['another field', { tags: [] }, '$.tags unknown_field'],
    ['a number', { ltiLoginUrl: 5 }, '$.ltiLoginUrl invalid_type'],
    ['an empty address', { ltiLoginUrl: '' }, '$.ltiLoginUrl too_short'],
  ])('rejects a body with %s', async (_what, body, issue) => {
    expect(await problemOf(await post(body))).toEqual([400, 'validation_failed', issue])
  })

  it('changes nothing if the learning platform fails', async () => {
    service.upstream.world.addTag({ courseId: 11, slug: 'new', name: 'New' })
    service.upstream.faults.add({ path: '/api/v2/courses/11/usertags', action: { kind: 'status', status: 500 } })
    expect(await problemOf(await post())).toEqual([502, 'upstream_unavailable'])
    expect(await revisions()).toHaveLength(1)
  })
})
