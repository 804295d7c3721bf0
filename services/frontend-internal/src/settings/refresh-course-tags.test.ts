import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { changeOf } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import type { TestService } from '../service.fixture.ts'
import { itAnew as it } from '../service-test.fixture.ts'

describe('refreshCourseTags', () => {
  it('makes no revision if nothing changed', async ({ service }) => {
    expect(await refresh(service)).toMatchObject({ settings: { revision: 1 }, warnings: [] })
    expect(await refresh(service, {})).toMatchObject({ settings: { revision: 1 }, warnings: [] })
    expect(await revisions(service)).toHaveLength(1)
  })

  it('adds a new tag, in a revision with a row in the history', async ({ service }) => {
    service.upstream.world.addTag({
      courseId: 11,
      slug: 'new',
      name: 'New',
      description: 'What is new',
      color: '#FFFFFF',
    })
    const { settings } = await refresh(service)
    expect(settings.revision).toBe(2)
    expect(settings.tags).toContainEqual({
      slug: 'new',
      name: 'New',
      description: 'What is new',
      color: '#FFFFFF',
      fontWhite: false,
    })
    expect((await revisions(service))[0]).toMatchObject({
      revision: 2,
      userId: 101,
      boundary: 'frontend',
      operation: 'refreshCourseTags',
    })
  })

  it('takes over changes of a tag', async ({ service }) => {
    Object.assign(tagOf(service, 'group-a'), { name: 'Group Alpha', color: '#000000' })
    const { settings } = await refresh(service)
    expect(settings.revision).toBe(2)
    expect(settings.tags.find(({ slug }) => slug === 'group-a')).toEqual({
      slug: 'group-a',
      name: 'Group Alpha',
      description: 'Exercise group A',
      color: '#000000',
      fontWhite: true,
    })
  })

  it('never adds built-in tags', async ({ service }) => {
    expect(slugsOf(await refresh(service))).toEqual(['group-a', 'group-b', 'retaking'])
  })

  it('removes a vanished tag that nothing uses', async ({ service }) => {
    removeTag(service, 'retaking')
    const refreshed = await refresh(service)
    expect(refreshed.settings.revision).toBe(2)
    expect(slugsOf(refreshed)).toEqual(['group-a', 'group-b'])
    expect(refreshed.warnings).toEqual([])
  })

  it('keeps a vanished tag with a warning until nothing uses it', async ({ service }) => {
    removeTag(service, 'group-b')
    const kept = await refresh(service)
    expect(kept.settings.revision).toBe(2)
    expect(slugsOf(kept)).toEqual(['group-a', 'retaking', 'group-b'])
    expect(kept.warnings).toEqual([{ code: 'tag_gone', slug: 'group-b' }])
    expect(await refresh(service)).toEqual(kept)
    const change = { ...changeOf(kept.settings), visibleTagSlugs: ['group-a'] }
    await expect(service.send('PUT', '/courses/11/settings', { ifMatch: '"2"', body: change })).toBeReply(200)
    const gone = await refresh(service)
    expect(gone.settings.revision).toBe(4)
    expect(slugsOf(gone)).toEqual(['group-a', 'retaking'])
    expect(gone.warnings).toEqual([])
  })

  it('sets, keeps and clears the address of the LTI login', async ({ service }) => {
    const ltiLoginUrl = `${service.upstream.url}/programming/1/lti-login/5/`
    expect((await refresh(service, { ltiLoginUrl })).settings).toMatchObject({ revision: 2, ltiLoginUrl })
    expect((await refresh(service, { ltiLoginUrl })).settings.revision).toBe(2)
    expect((await refresh(service)).settings).toMatchObject({ revision: 2, ltiLoginUrl })
    expect((await refresh(service, { ltiLoginUrl: null })).settings).toMatchObject({ revision: 3, ltiLoginUrl: null })
  })

  it.for([
    ['of another origin', 'https://plus.example.org/programming/1/lti-login/5/'],
    ['of another page', '/programming/1/'],
    ['without the final slash', '/programming/1/lti-login/5'],
    ['without the number', '/programming/1/lti-login/x/'],
  ] as const)('rejects an LTI login address %s, and changes nothing', async ([_what, address], { service }) => {
    service.upstream.world.addTag({ courseId: 11, slug: 'new', name: 'New' })
    const ltiLoginUrl = URL.parse(address, service.upstream.url)!.href
    await expect(post(service, { ltiLoginUrl })).toBeProblem(400, 'validation_failed', ['$.ltiLoginUrl invalid_value'])
    expect(await revisions(service)).toHaveLength(1)
  })

  it.for([
    ['another field', { tags: [] }, '$.tags unknown_field'],
    ['a number', { ltiLoginUrl: 5 }, '$.ltiLoginUrl invalid_type'],
    ['an empty address', { ltiLoginUrl: '' }, '$.ltiLoginUrl too_short'],
  ] as const)('rejects a body with %s', async ([_what, body, issue], { service }) => {
    await expect(post(service, body)).toBeProblem(400, 'validation_failed', [issue])
  })

  it('changes nothing if the learning platform fails', async ({ service }) => {
    service.upstream.world.addTag({ courseId: 11, slug: 'new', name: 'New' })
    service.upstream.faults.add({ path: '/api/v2/courses/11/usertags', action: { kind: 'status', status: 500 } })
    await expect(post(service)).toBeProblem(502, 'upstream_unavailable')
    expect(await revisions(service)).toHaveLength(1)
  })
})

interface Refreshed {
  settings: CourseSettings
  warnings: { code: string; slug: string }[]
}

const slugsOf = ({ settings }: Refreshed) => settings.tags.map(({ slug }) => slug)

const post = (service: TestService, body?: unknown) => service.send('POST', '/courses/11/settings/refresh', { body })

const refresh = async (service: TestService, body?: unknown): Promise<Refreshed> => {
  const reply = await post(service, body)
  expect(reply.status).toBe(200)
  const refreshed = (await reply.json()) as Refreshed
  expect(reply.headers.get('etag')).toBe(`"${refreshed.settings.revision}"`)
  return refreshed
}

const revisions = async (service: TestService) => {
  const reply = await service.get('/courses/11/settings/revisions')
  return (
    (await reply.json()) as { items: { revision: number; userId: number; boundary: string; operation: string }[] }
  ).items
}

const tagOf = (service: TestService, slug: string) =>
  service.upstream.world.tagsOf(11).find((tag) => tag.slug === slug)!

const removeTag = (service: TestService, slug: string) => service.upstream.world.removeTag(tagOf(service, slug).id)
