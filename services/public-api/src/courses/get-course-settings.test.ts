import { demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsClient, startTestService, type TestService, tokenOf } from '../service.fixture.ts'

let service: TestService
let client: ReturnType<typeof settingsClient>
beforeAll(async () => {
  service = await startTestService()
  client = settingsClient(service)
})
afterAll(() => service.stop())

describe('getCourseSettings', () => {
  it('answers the document with its revision as a strong ETag', async () => {
    const answer = await client.get()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBe('"1"')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toBe(JSON.stringify(demoCourses.programming1))
  })

  it.each([
    { title: 'a user who is no teacher', token: tokenOf(102), courseId: 11, status: 403, code: 'forbidden' },
  ])('refuses $title', async ({ token, courseId, status, code }) => {
    const answer = await client.get({ token, courseId })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { code, issues: [] } })
  })
})
