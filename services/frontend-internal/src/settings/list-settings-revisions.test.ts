import { aSettingsChange } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  for (const name of ['Two', 'Three', 'Four', 'Five']) await write(name)
})
afterAll(() => service.stop())

async function write(name: string): Promise<void> {
  const { headers } = await service.request('GET', '/courses/11/settings', { session: teacher })
  const reply = await service.request('PUT', '/courses/11/settings', {
    session: teacher,
    ifMatch: headers.get('etag'),
    body: aSettingsChange({ name }),
  })
  expect(reply.status).toBe(200)
}

interface Page {
  items: { revision: number; at: string; userId: number; boundary: string; operation: string }[]
  nextCursor: string | null
}
const list = (query = '') => service.request('GET', `/courses/11/settings/revisions${query}`, { session: teacher })
const page = async (query = '') => {
  const reply = await list(query)
  expect(reply.status).toBe(200)
  return (await reply.json()) as Page
}

describe('listSettingsRevisions', () => {
  it('lists who wrote each revision when and how, the newest first', async () => {
    const { items, nextCursor } = await page()
    expect(items.map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1])
    expect(items[0]).toEqual({
      revision: 5,
      at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      userId: 101,
      boundary: 'frontend',
      operation: 'putCourseSettings',
    })
    expect(items[4]).toMatchObject({ revision: 1, operation: 'configureCourse' })
    expect(nextCursor).toBeNull()
  })

  it('skips and repeats no revision while new ones are written', async () => {
    const newest = (await page()).items[0]!.revision
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: Page = await page(`?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(next.items.length).toBeLessThanOrEqual(2)
      seen.push(...next.items.map(({ revision }) => revision))
      cursor = next.nextCursor
      await write(`After ${seen.length}`)
    }
    expect(seen).toEqual(Array.from({ length: newest }, (_, index) => newest - index))
  })

  it('rejects a cursor that was never issued', async () => {
    const ofStudents = Buffer.from(JSON.stringify(['students', 3])).toString('base64url')
    const spelledOtherwise = Buffer.from('["settings-revisions", 3]').toString('base64url')
    for (const cursor of ['x', ofStudents, spelledOtherwise]) {
      expect(await problemOf(await list(`?cursor=${cursor}`))).toEqual([400, 'invalid_cursor'])
    }
  })

  it.each([
    ['?limit=0', '$.limit invalid_format'],
    ['?limit=201', '$.limit too_large'],
    ['?limit=2.0', '$.limit invalid_format'],
    ['?limit=1&limit=2', '$.limit duplicate'],
    ['?page=2', '$.page unknown_field'],
    ['?cursor=', '$.cursor too_short'],
  ])('rejects %s', async (query, issue) => {
    expect(await problemOf(await list(query))).toEqual([400, 'validation_failed', issue])
  })
})
