import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { makeSnippet } from './snippets.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('listSnippets', () => {
  it("shows the course's snippets and the caller's own, and nobody else's", async ({ service, teacher, inFinnish }) => {
    expect(await labelsOf(service, inFinnish)).toEqual(['of the grader', 'only 1104', 'Nímeä'])
    expect(await labelsOf(service, inFinnish, '', teacher)).toEqual(['of the teacher', 'only 1104', 'Nímeä'])
    expect(await labelsOf(service, inFinnish, '?q=of')).toEqual(['of the grader'])
  })

  it('filters nothing by an empty text', async ({ service, inFinnish }) => {
    expect(await labelsOf(service, inFinnish, '?q=')).toEqual(['of the grader', 'only 1104', 'Nímeä'])
  })

  it('searches by words, and filters by exercise and criterion', async ({ service, inFinnish }) => {
    expect(await labelsOf(service, inFinnish, '?q=NIM')).toEqual(['Nímeä'])
    expect(await labelsOf(service, inFinnish, '?q=n%C3%A1me')).toEqual(['Nímeä'])
    expect(await labelsOf(service, inFinnish, '?q=grader%201104')).toEqual([])
    expect(await labelsOf(service, inFinnish, '?exerciseId=1103&criterionId=tests')).toEqual(['Nímeä'])
    expect(await labelsOf(service, inFinnish, '?exerciseId=1104&criterionId=style')).toEqual([
      'of the grader',
      'only 1104',
      'Nímeä',
    ])
  })

  it('shows the most used snippets first, and leaves out retired ones', async ({ service, inFinnish }) => {
    const { snippetId } = await makeSnippet(service, inFinnish, { label: 'retired' })
    await service.request('DELETE', `/snippets/${snippetId}`, { session: inFinnish, ifMatch: '"1"' })
    await service.sql`UPDATE snippet SET use_count = 3, last_used_at = now() WHERE label = 'Nímeä'`
    const { items } = await read(service, inFinnish)
    expect(items.map(({ label }) => label)).toEqual(['Nímeä', 'of the grader', 'only 1104'])
    expect(items[0]).toMatchObject({ useCount: 3, lastUsedAt: expect.stringMatching(/Z$/), revision: 1 })
  })

  it.for(['', '&q=paged'])(
    'shows once more at the end what was used since the first page, so that no page leaves it out (%s)',
    async (q, { service, inFinnish }) => {
      for (const label of ['paged 1', 'paged 2', 'paged 3', 'paged 4']) await makeSnippet(service, inFinnish, { label })
      const seen: string[][] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { items, nextCursor } = await read(service, inFinnish, `?limit=2${q}${cursor && `&cursor=${cursor}`}`)
        seen.push(items.map(({ label }) => label).filter((label) => label.startsWith('paged')))
        // As by a save that counted the use before the first page was read, and committed it afterwards.
        if (cursor === '')
          await service.sql`UPDATE snippet SET use_count = 9, last_used_at = now() - interval '5 s' WHERE label = 'paged 2'`
        cursor = nextCursor
      }
      await service.sql`UPDATE snippet SET retired_at = now() WHERE label LIKE 'paged%'`
      expect(seen.flat()).toEqual(['paged 4', 'paged 3', 'paged 1', 'paged 2'])
    },
  )

  it('stays below 2 MiB with texts of any size', async ({ service, teacher, inFinnish }) => {
    const text = { en: '👍'.repeat(5_000), fi: '👍'.repeat(5_000) }
    for (let index = 0; index < 60; index += 1) await makeSnippet(service, teacher, { label: `long ${index}`, text })
    const reply = await get(service, inFinnish, '?limit=200&q=long', teacher)
    const body = await reply.text()
    expect(Buffer.byteLength(body)).toBeLessThan(2 * 1024 * 1024)
    expect((JSON.parse(body) as { nextCursor: unknown }).nextCursor).not.toBeNull()
  })

  it.for(['', '?q=name'] as const)('makes one statement (%s)', async (query, { service, inFinnish }) => {
    expect(await statementsOf(service, () => get(service, inFinnish, query))).toBe(1)
  })
})

async function prepared() {
  const service = await startTestService()
  const teacher = await service.signIn(101)
  const inFinnish = await service.signIn(102)
  await makeSnippet(service, teacher, { scope: 'course', label: 'Nímeä', text: { en: 'Name it' } })
  await makeSnippet(service, teacher, { scope: 'course', label: 'only 1104', exerciseId: 1104 })
  await makeSnippet(service, teacher, { label: 'of the teacher' })
  await makeSnippet(service, inFinnish, { label: 'of the grader', criterionId: 'style' })
  return service
}

const get = (service: TestService, inFinnish: string, query: string, session = inFinnish): Promise<Response> =>
  service.get(`/courses/11/snippets${query}`, session)

const read = async (service: TestService, inFinnish: string, query = '', session?: string) => {
  const reply = await get(service, inFinnish, query, session)
  expect(reply.status).toBe(200)
  return (await reply.json()) as { items: Snippet[]; nextCursor: string | null }
}

const labelsOf = async (service: TestService, inFinnish: string, query?: string, session?: string) =>
  (await read(service, inFinnish, query, session)).items.map(({ label }) => label)
