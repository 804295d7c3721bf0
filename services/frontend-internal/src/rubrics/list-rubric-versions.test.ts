import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestService, type TestService } from '../service.fixture.ts'
import { rubricClient, type RubricClient } from './rubrics.fixture.ts'

let service: TestService
let teacher: string
let rubrics: RubricClient
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  rubrics = rubricClient(service, teacher)
})
afterAll(() => service.stop())

import { rubricWithVersions } from './versions.fixture.ts'

interface Page {
  items: { version: number; wording: number; userId: number }[]
  nextCursor: string | null
}
const page = async (rubricId: string, query = ''): Promise<Page> => {
  const reply = await service.request('GET', `/rubrics/${rubricId}/versions${query}`, { session: teacher })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Page
}
const numbers = ({ items }: Page): string[] => items.map(({ version, wording }) => `${version}.${wording}`)

describe('listRubricVersions', () => {
  it('shows who published each wording and when, the newest first', async () => {
    const whole = await page(await rubricWithVersions(rubrics))
    expect(numbers(whole)).toEqual(['2.1', '1.2', '1.1'])
    expect([whole.items[1], whole.nextCursor]).toEqual([
      { version: 1, wording: 2, title: { en: '1.2' }, publishedAt: expect.stringMatching(/\.\d{3}Z$/), userId: 101 },
      null,
    ])
  })

  it('is returned page by page', async () => {
    const rubricId = await rubricWithVersions(rubrics)
    const first = await page(rubricId, '?limit=2')
    expect(numbers(first)).toEqual(['2.1', '1.2'])
    expect(await page(rubricId, `?limit=2&cursor=${first.nextCursor}`)).toMatchObject({
      items: [{ version: 1, wording: 1 }],
      nextCursor: null,
    })
  })

  it('shows no versions of a rubric that was never published', async () => {
    expect(await page(await rubrics.draft())).toEqual({ items: [], nextCursor: null })
  })
})
