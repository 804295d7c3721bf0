import { describe, expect } from 'vitest'
import { rubricWithVersions } from './versions.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

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

interface Page {
  items: { version: number; wording: number; userId: number }[]
  nextCursor: string | null
}

const numbers = ({ items }: Page): string[] => items.map(({ version, wording }) => `${version}.${wording}`)

const page = (service: TestService, rubricId: string, query = '') =>
  service.read<Page>(`/rubrics/${rubricId}/versions${query}`)
