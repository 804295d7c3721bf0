import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { aDocument } from './rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'
import { rubricWithVersions } from './versions.fixture.ts'

describe('getRubric', () => {
  it('shows the draft and the latest version, and the title of the latter', async ({ service, rubrics }) => {
    const rubricId = await rubrics.edited(aDocument({ title: { en: 'Another' } }))
    const reply = await get(service, rubricId)
    expect(reply.headers.get('etag')).toBe('"3"')
    await expect(reply).toBeReply(200, {
      rubricId,
      state: 'published',
      revision: 3,
      title: rubricDocumentExample.title,
      latestVersion: 1,
      latestWording: 1,
      draft: { ...rubricDocumentExample, title: { en: 'Another' } },
      latest: rubricDocumentExample,
      exerciseIds: [],
    })
  })

  it('never replies 304, since its entity tag is only for writes', async ({ service, rubrics, teacher }) => {
    await expect(get(service, await rubrics.draft(), teacher, { 'If-None-Match': '"1"' })).toBeRevision(200, 1)
  })

  it('is not shown to the students of a hidden course', async ({ service, rubrics }) => {
    const rubricId = await rubrics.draft()
    service.upstream.world.course(11).visibleToStudents = false
    await expect(get(service, rubricId, await service.signIn(201))).toBeProblem(404, 'not_found')
    service.upstream.world.course(11).visibleToStudents = true
  })
})

describe('listRubricVersions', () => {
  it('shows who published each wording and when, the newest first', async ({ service, rubrics }) => {
    const whole = await page(service, await rubricWithVersions(rubrics))
    expect(numbers(whole)).toEqual(['2.1', '1.2', '1.1'])
    expect(whole.items[1]).toEqual({
      version: 1,
      wording: 2,
      title: { en: '1.2' },
      publishedAt: expect.stringMatching(/\.\d{3}Z$/),
      userId: 101,
      by: { userId: 101, fullName: 'Terry Teacher', alias: false },
    })
    expect(whole.nextCursor).toBe(null)
  })

  it('is returned page by page', async ({ service, rubrics }) => {
    const rubricId = await rubricWithVersions(rubrics)
    const first = await page(service, rubricId, '?limit=2')
    expect(numbers(first)).toEqual(['2.1', '1.2'])
    expect(await page(service, rubricId, `?limit=2&cursor=${first.nextCursor}`)).toMatchObject({
      items: [{ version: 1, wording: 1 }],
      nextCursor: null,
    })
  })

  it('shows no versions of a rubric that was never published', async ({ service, rubrics }) => {
    expect(await page(service, await rubrics.draft())).toEqual({ items: [], nextCursor: null })
  })
})

describe('getRubricVersion', () => {
  it('shows the newest wording of a version, or the requested wording', async ({ service, rubrics }) => {
    const rubricId = await rubricWithVersions(rubrics)
    const shown = async (version: number, query?: string) =>
      await (await getVersion(service, rubricId, version, query)).json()
    expect(await shown(1)).toEqual({
      version: 1,
      wording: 2,
      title: { en: '1.2' },
      publishedAt: expect.stringMatching(/\.\d{3}Z$/),
      userId: 101,
      by: { userId: 101, fullName: 'Terry Teacher', alias: false },
      document: aDocument({ title: { en: '1.2' } }),
    })
    expect(await shown(1, '?wording=1')).toMatchObject({ wording: 1, document: { title: { en: '1.1' } } })
    expect(await shown(2)).toMatchObject({ wording: 1, document: { title: { en: '2.1' }, maxPoints: 21 } })
  })

  it.for([
    [3, ''],
    [2, '?wording=2'],
    [1, '?wording=9007199254740991'],
  ] as const)('finds nothing at version %i%s', async ([version, query], { service, rubrics }) => {
    await expect(getVersion(service, await rubricWithVersions(rubrics), version, query)).toBeProblem(404, 'not_found')
  })
})

const get = (
  service: TestService,
  rubricId: string,
  session?: string,
  headers: Record<string, string> = {},
): Promise<Response> => service.send('GET', `/rubrics/${rubricId}`, { session, headers })

interface Page {
  items: { version: number; wording: number; userId: number }[]
  nextCursor: string | null
}

const numbers = ({ items }: Page): string[] => items.map(({ version, wording }) => `${version}.${wording}`)

const page = (service: TestService, rubricId: string, query = '') =>
  service.read<Page>(`/rubrics/${rubricId}/versions${query}`)

const getVersion = (service: TestService, rubricId: string, version: number, query = ''): Promise<Response> =>
  service.get(`/rubrics/${rubricId}/versions/${version}${query}`)
