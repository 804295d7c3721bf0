import { describe, expect } from 'vitest'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { aDocument } from './rubrics.fixture.ts'
import { it, type Page, type TestService } from '../service-test.fixture.ts'

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
      hasDraft: true,
      latestVersion: null,
      latestWording: null,
      exerciseIds: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(nextCursor).toBe(null)
    expect(items[1]?.hasDraft).toBe(false)
    expect(items[1]?.title).toEqual(rubricDocumentExample.title)
  })

  it.for(['draft', 'published', 'archived'] as const)('shows rubrics in the state %s', async (state, { service }) => {
    expect(ids(await page(service, `?state=${state}`))).toEqual([made[state]])
  })

  it('neither skips nor repeats rubrics while new ones are made', async ({ service, rubrics }) => {
    const before = ids(await page(service))
    const seen: string[] = []
    for await (const items of service.pages<Rubric>('/courses/11/rubrics?limit=1')) {
      seen.push(...items.map(({ rubricId }) => rubricId))
      await rubrics.draft()
    }
    expect(seen).toEqual(before)
  })

  it('shows no rubrics of other courses', async ({ service, otherTeacher }) => {
    expect(await service.read('/courses/13/rubrics', otherTeacher)).toEqual({ items: [], nextCursor: null })
  })
})

const ids = ({ items }: Page<Rubric>): string[] => items.map(({ rubricId }) => rubricId)
const page = (service: TestService, query = '') => service.read<Page<Rubric>>(`/courses/11/rubrics${query}`)
