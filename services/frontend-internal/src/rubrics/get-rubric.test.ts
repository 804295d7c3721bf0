import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { problemOf } from '../problem-of.fixture.ts'
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

const get = (rubricId: string, session = teacher, headers: Record<string, string> = {}): Promise<Response> =>
  service.request('GET', `/rubrics/${rubricId}`, { session, headers })

describe('getRubric', () => {
  it('shows the draft and the latest version, and the title of the latter', async () => {
    const rubricId = await rubrics.edited(aDocument({ title: { en: 'Another' } }))
    const reply = await get(rubricId)
    expect([reply.status, reply.headers.get('etag'), await reply.json()]).toMatchObject([
      200,
      '"3"',
      {
        rubricId,
        state: 'published',
        revision: 3,
        title: rubricDocumentExample.title,
        latestVersion: 1,
        latestWording: 1,
        draft: { ...rubricDocumentExample, title: { en: 'Another' } },
        latest: rubricDocumentExample,
        exerciseIds: [],
      },
    ])
  })

  it('never replies 304, since its entity tag is only for writes', async () => {
    const reply = await get(await rubrics.draft(), teacher, { 'If-None-Match': '"1"' })
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"1"'])
  })

  it('is for graders and teachers; it is forbidden to other members of the course, and not found for strangers', async () => {
    const rubricId = await rubrics.draft()
    for (const userId of [101, 102, 103]) expect((await get(rubricId, await service.signIn(userId))).status).toBe(200)
    expect(await problemOf(await get(rubricId, await service.signIn(201)))).toEqual([403, 'forbidden'])
    for (const userId of [104, 105])
      expect(await problemOf(await get(rubricId, await service.signIn(userId)))).toEqual([404, 'not_found'])
  })

  it('is not shown to the students of a hidden course', async () => {
    const rubricId = await rubrics.draft()
    service.upstream.world.course(11).visibleToStudents = false
    expect(await problemOf(await get(rubricId, await service.signIn(201)))).toEqual([404, 'not_found'])
    service.upstream.world.course(11).visibleToStudents = true
  })
})
