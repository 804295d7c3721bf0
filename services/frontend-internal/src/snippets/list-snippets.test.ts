import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { makeSnippet } from './snippets.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'grader', string>
beforeAll(async () => {
  service = await startTestService()
  sessions = { teacher: await service.signIn(101), grader: await service.signIn(102) }
  await makeSnippet(service, sessions.teacher, { scope: 'course', label: 'Nímeä', text: { en: 'Name it' } })
  await makeSnippet(service, sessions.teacher, { scope: 'course', label: 'only 1104', exerciseId: 1104 })
  await makeSnippet(service, sessions.teacher, { label: 'of the teacher' })
  await makeSnippet(service, sessions.grader, { label: 'of the grader', criterionId: 'style' })
})
afterAll(() => service.stop())

const get = (query: string, session = sessions.grader): Promise<Response> =>
  service.request('GET', `/courses/11/snippets${query}`, { session })
const read = async (query = '', session?: string) => {
  const reply = await get(query, session)
  expect(reply.status).toBe(200)
  return (await reply.json()) as { items: Snippet[]; nextCursor: string | null }
}
const labelsOf = async (query?: string, session?: string) =>
  (await read(query, session)).items.map(({ label }) => label)

describe('listSnippets', () => {
  it("shows the course's snippets and the caller's own, and nobody else's", async () => {
    expect(await labelsOf()).toEqual(['of the grader', 'only 1104', 'Nímeä'])
    expect(await labelsOf('', sessions.teacher)).toEqual(['of the teacher', 'only 1104', 'Nímeä'])
    expect(await labelsOf('?q=of')).toEqual(['of the grader'])
  })

  it('searches by words, and filters by exercise and criterion', async () => {
    expect(await labelsOf('?q=NIM')).toEqual(['Nímeä'])
    expect(await labelsOf('?q=n%C3%A1me')).toEqual(['Nímeä'])
    expect(await labelsOf('?exerciseId=1103&criterionId=tests')).toEqual(['Nímeä'])
    expect(await labelsOf('?exerciseId=1104&criterionId=style')).toEqual(['of the grader', 'only 1104', 'Nímeä'])
  })

  it('shows the most used snippets first, and leaves out retired ones', async () => {
    const { snippetId } = await makeSnippet(service, sessions.grader, { label: 'retired' })
    await service.request('DELETE', `/snippets/${snippetId}`, { session: sessions.grader, ifMatch: '"1"' })
    await ownerQuery(service, "UPDATE snippet SET use_count = 3, last_used_at = now() WHERE label = 'Nímeä'")
    const { items } = await read()
    expect(items.map(({ label }) => label)).toEqual(['Nímeä', 'of the grader', 'only 1104'])
    expect(items[0]).toMatchObject({ useCount: 3, lastUsedAt: expect.stringMatching(/Z$/), revision: 1 })
  })

  it('is returned in pages', async () => {
    const first = await read('?limit=2')
    const second = await read(`?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ label }) => label)).toEqual(['Nímeä', 'of the grader', 'only 1104'])
    expect(second.nextCursor).toBeNull()
  })

  it('stays below 2 MiB with texts of any size', async () => {
    const text = { en: '👍'.repeat(5_000), fi: '👍'.repeat(5_000) }
    for (let index = 0; index < 60; index += 1)
      await makeSnippet(service, sessions.teacher, { label: `long ${index}`, text })
    const reply = await get('?limit=200&q=long', sessions.teacher)
    const body = await reply.text()
    expect(Buffer.byteLength(body)).toBeLessThan(2 * 1024 * 1024)
    expect((JSON.parse(body) as { nextCursor: unknown }).nextCursor).not.toBeNull()
  })

  it('is forbidden for students and for staff who grade nothing', async () => {
    expect(await problemOf(await get('', await service.signIn(201)))).toEqual([403, 'forbidden'])
  })

  it.each(['', '?q=name'])('makes one statement (%s)', async (query) => {
    expect(await statementsOf(service, () => get(query))).toBe(1)
  })
})
