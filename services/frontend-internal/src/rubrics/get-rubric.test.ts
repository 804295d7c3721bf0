import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { aDocument } from './rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

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

const get = (
  service: TestService,
  rubricId: string,
  session?: string,
  headers: Record<string, string> = {},
): Promise<Response> => service.send('GET', `/rubrics/${rubricId}`, { session, headers })
