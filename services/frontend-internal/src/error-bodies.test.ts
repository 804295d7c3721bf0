import { issueCodes } from '@course-grading/contracts/problems/issue-codes'
import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import { describe, expect } from 'vitest'
import type { ErrorBody } from './every-operation.fixture.ts'
import { it, type TestService } from './service-test.fixture.ts'

describe('the body of an error', () => {
  it.for<[what: string, body: unknown, type: string]>([
    ['400 unknown fields', unknownFields(400, 'n'.repeat(150)), 'application/json'],
    ['names that JSON must escape', unknownFields(100, '\u0001"\\'.repeat(60)), 'application/json'],
    ['200 bad rows', `email;languages;feedbackTags;gradingTags${'\nnobody;x;y;z'.repeat(200)}`, 'text/csv'],
  ])('about %s has at most 4 KiB, and marks that there are more', async ([_, body, type], { service }) => {
    const reply = await put(service, type === 'text/csv' ? '/courses/11/graders' : '/preferences', body, type)
    expect(reply.status).toBe(400)
    const last = (await checkedBody(reply)).fieldErrors?.at(-1)
    expect(last).toMatchObject({ path: '$', code: 'too_many_issues' })
  })

  it('shortens a name as long as the body may be', async ({ service }) => {
    const { fieldErrors } = await checkedBody(await put(service, '/preferences', { ['n'.repeat(65_000)]: 1 }))
    expect(fieldErrors?.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^\$\["n{30,}…"\]$/))
  })

  it('has only code and request id if there are no details', async ({ service }) => {
    const replies = await Promise.all([
      service.request('GET', '/session', { secret: null }),
      service.request('GET', '/session'),
      service.request('GET', '/nothing'),
      service.request('PATCH', '/session'),
      service.get('/courses/13'),
      put(service, '/preferences', {}, 'x/y'),
    ])
    for (const reply of replies) expect(Object.keys(await checkedBody(reply))).toEqual(['code', 'requestId'])
  })
})

function unknownFields(count: number, name: string): object {
  const names = Array.from({ length: count }, (_, index) => [`${name}${index}`, 1] as const)
  return { ...defaultPreferences, ...Object.fromEntries(names) }
}

const put = (service: TestService, path: string, body: unknown, type = 'application/json') =>
  service.send('PUT', path, { ifMatch: '"0"', body, headers: { 'Content-Type': type } })

/** Reads an error body, and checks what must be true for every error body. */
async function checkedBody(reply: Response): Promise<ErrorBody> {
  const text = await reply.text()
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { code, requestId, detail = '', fieldErrors = [], ...rest } = JSON.parse(text) as ErrorBody
  expect(rest).toEqual({})
  expect(requestId).toBe(reply.headers.get('x-request-id'))
  expect(code).toBeTypeOf('string')
  expect(detail).toBeTypeOf('string')
  for (const issue of fieldErrors) {
    expect(Object.keys(issue)).toEqual(['path', 'code', 'message'])
    expect(issueCodes).toContain(issue.code)
  }
  return JSON.parse(text) as ErrorBody
}
