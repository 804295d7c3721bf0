import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { startTestService, type TestService } from '../service.fixture.ts'
import { aDocument, rubricClient, type RubricClient } from './rubrics.fixture.ts'

let service: TestService
let teacher: string
let rubrics: RubricClient
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  rubrics = rubricClient(service, teacher)
})
afterAll(() => service.stop())

interface Page {
  items: Rubric[]
  nextCursor: string | null
}
const list = (query = '', session = teacher, courseId = 11): Promise<Response> =>
  service.request('GET', `/courses/${courseId}/rubrics${query}`, { session })
const page = async (query = ''): Promise<Page> => (await (await list(query)).json()) as Page
const ids = ({ items }: Page): string[] => items.map(({ rubricId }) => rubricId)

describe('listRubrics', () => {
  const made: Record<string, string> = {}
  beforeAll(async () => {
    made['draft'] = await rubrics.draft(aDocument({ title: { fi: 'Luonnos' } }))
    made['published'] = await rubrics.published()
    made['archived'] = await rubrics.archived()
  })

  it('shows the rubrics of the course without their documents, the newest first', async () => {
    const { items, nextCursor } = await page()
    expect(ids({ items, nextCursor })).toEqual([made['archived'], made['published'], made['draft']])
    expect([items[2], nextCursor]).toEqual([
      {
        rubricId: made['draft'],
        courseId: 11,
        state: 'draft',
        revision: 1,
        title: { fi: 'Luonnos' },
        latestVersion: null,
        latestWording: null,
        exerciseIds: [],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      null,
    ])
    expect(items[1]?.title).toEqual(rubricDocumentExample.title)
  })

  it.each(['draft', 'published', 'archived'])('shows only rubrics in the requested state (%s)', async (state) => {
    expect(ids(await page(`?state=${state}`))).toEqual([made[state]])
  })

  it('neither skips nor repeats rubrics while new ones are made', async () => {
    const before = ids(await page())
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: Page = await page(`?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...ids(next))
      cursor = next.nextCursor
      await rubrics.draft()
    }
    expect(seen).toEqual(before)
  })

  it('shows no rubrics of other courses, and rejects people of other courses', async () => {
    const reply = await list('', await service.signIn(104), 13)
    expect([reply.status, await reply.json()]).toEqual([200, { items: [], nextCursor: null }])
  })
})
