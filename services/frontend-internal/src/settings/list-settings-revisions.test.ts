import { describe, expect } from 'vitest'
import { changeSettings } from './settings.fixture.ts'
import { itOn, type Page, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('listSettingsRevisions', () => {
  it('lists who wrote each revision when and how, the newest first', async ({ service }) => {
    const { items, nextCursor } = await page(service)
    expect(items.map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1])
    expect(items[0]).toEqual({
      revision: 5,
      at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      userId: 101,
      by: { userId: 101, fullName: 'Terry Teacher', alias: false },
      boundary: 'frontend',
      operation: 'putCourseSettings',
    })
    expect(items[4]).toMatchObject({ revision: 1, operation: 'configureCourse' })
    expect(nextCursor).toBeNull()
  })

  it('skips and repeats no revision while new ones are written', async ({ service }) => {
    const newest = (await page(service)).items[0]!.revision
    const seen: number[] = []
    for await (const items of service.pages<Revision>('/courses/11/settings/revisions?limit=2')) {
      expect(items.length).toBeLessThanOrEqual(2)
      seen.push(...items.map(({ revision }) => revision))
      await changeSettings(service, { name: `After ${seen.length}` })
    }
    expect(seen).toEqual(Array.from({ length: newest }, (_, index) => newest - index))
  })
})

async function prepared() {
  const service = await startTestService()
  for (const name of ['Two', 'Three', 'Four', 'Five']) await changeSettings(service, { name })
  return service
}

type Revision = { readonly revision: number }

const page = (service: TestService, query = '') =>
  service.read<Page<Revision>>(`/courses/11/settings/revisions${query}`)
