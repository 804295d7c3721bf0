import { describe, expect } from 'vitest'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import type { TestService } from '../service.fixture.ts'
import { aDocument } from './rubrics.fixture.ts'
import { it } from '../service-test.fixture.ts'

describe('listRubrics', () => {
  const made: Record<string, string> = {}
  it.beforeAll(async ({ rubrics }) => {
    made['draft'] = await rubrics.draft(aDocument({ title: { fi: 'Luonnos' } }))
    made['published'] = await rubrics.published()
    made['archived'] = await rubrics.archived()
  })

  it('shows the rubrics of the course without their documents, the newest first', async ({ service }) => {
    const { items, nextCursor } = await page(service)
    expect(ids({ items, nextCursor })).toEqual([made['archived'], made['published'], made['draft']])
    expect(items[2]).toEqual({
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
    })
    expect(nextCursor).toBe(null)
    expect(items[1]?.title).toEqual(rubricDocumentExample.title)
  })

  it.for(['draft', 'published', 'archived'] as const)(
    'shows only rubrics in the requested state (%s)',
    async (state, { service }) => {
      expect(ids(await page(service, `?state=${state}`))).toEqual([made[state]])
    },
  )

  it('neither skips nor repeats rubrics while new ones are made', async ({ service, rubrics }) => {
    const before = ids(await page(service))
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: Page = await page(service, `?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...ids(next))
      cursor = next.nextCursor
      await rubrics.draft()
    }
    expect(seen).toEqual(before)
  })

  it('shows no rubrics of other courses, and rejects people of other courses', async ({ service }) => {
    const reply = await list(service, '', await service.signIn(104), 13)
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({ items: [], nextCursor: null })
  })
})

interface Page {
  items: Rubric[]
  nextCursor: string | null
}

const ids = ({ items }: Page): string[] => items.map(({ rubricId }) => rubricId)

const list = (service: TestService, query = '', session?: string, courseId = 11): Promise<Response> =>
  service.get(`/courses/${courseId}/rubrics${query}`, session)

const page = async (service: TestService, query = ''): Promise<Page> =>
  (await (await list(service, query)).json()) as Page
