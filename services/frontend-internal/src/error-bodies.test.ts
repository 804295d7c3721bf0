import { issueCodes } from '@course-grading/contracts/issue-codes'
import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from './every-operation.fixture.ts'
import { type FrontendRequest, startTestService, type TestService } from './service.fixture.ts'

let service: TestService
let session: string
beforeAll(async () => {
  service = await startTestService()
  session = await service.signIn(101)
})
afterAll(() => service.stop())

const marker = { path: '$', code: 'too_many_issues' }
const put = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  service.request('PUT', '/preferences', { session, ifMatch: '"0"', body, headers })

/** Reads an error body, and checks what must be true for every error body. */
async function checkedBody(reply: Response): Promise<ErrorBody> {
  const text = await reply.text()
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = JSON.parse(text) as ErrorBody
  const { code, requestId, detail, fieldErrors, ...rest } = body
  expect(rest).toEqual({})
  expect(requestId).toBe(reply.headers.get('x-request-id'))
  expect([typeof code, detail === undefined || typeof detail === 'string']).toEqual(['string', true])
  for (const issue of fieldErrors ?? []) {
    expect(Object.keys(issue)).toEqual(['path', 'code', 'message'])
    expect(issueCodes).toContain(issue.code)
  }
  return body
}

const unknownFields = (count: number, name: (index: number) => string): object =>
  Object.fromEntries([
    ...Object.entries(defaultPreferences),
    ...Array.from({ length: count }, (_, index) => [name(index), 1] as const),
  ])

describe('the body of an error', () => {
  const maxId = 'r'.repeat(128)
  const csv = (rows: readonly string[]): FrontendRequest => ({
    ifMatch: '"1"',
    headers: { 'Content-Type': 'text/csv', 'X-Request-ID': maxId },
    body: ['email;languages;feedbackTags;gradingTags', ...rows].join('\n'),
  })

  it.each<[what: string, send: () => Promise<Response>]>([
    ['10,000 unknown fields', () => put(unknownFields(10_000, (index) => `field${index}`))],
    [
      '10,000 unknown fields with long names',
      () => put(unknownFields(10_000, (index) => `${'n'.repeat(150)}${index}`)),
    ],
    [
      'names with many bytes for each character',
      () => put(unknownFields(300, (index) => `${'\u{1F600}'.repeat(60)}${index}`)),
    ],
    ['names that JSON must escape', () => put(unknownFields(300, (index) => `${'\u0001"\\'.repeat(60)}${index}`))],
    [
      'a list of wrong entries',
      () => put({ ...defaultPreferences, pinnedCourses: Array.from({ length: 200 }, () => 0) }),
    ],
    [
      'the longest request id',
      () =>
        put(
          unknownFields(10_000, (index) => `field${index}`),
          { 'X-Request-ID': maxId },
        ),
    ],
    [
      '200 bad rows',
      () =>
        service.request('PUT', '/courses/11/graders', {
          session,
          ...csv(Array.from({ length: 200 }, () => 'nobody;x;y;z')),
        }),
    ],
    [
      '200 rows that do not fit the course',
      () =>
        service.request('PUT', '/courses/11/graders', {
          session,
          ...csv(Array.from({ length: 200 }, (_, row) => `${row + 5000};sv;nope;nope`)),
        }),
    ],
    [
      'a query of many wrong parameters',
      () =>
        service.request('GET', `/courses?${Array.from({ length: 500 }, (_, index) => `wrong${index}=1`).join('&')}`, {
          session,
        }),
    ],
  ])('about %s has at most 4 KiB, and marks at the end that there are more issues', async (_what, send) => {
    const reply = await send()
    expect(reply.status).toBe(400)
    const { fieldErrors } = await checkedBody(reply)
    expect(fieldErrors?.at(-1)).toMatchObject(marker)
  })

  it('lists all issues if they fit', async () => {
    const { fieldErrors } = await checkedBody(await put(unknownFields(20, (index) => `field${index}`)))
    expect(fieldErrors?.map(({ path, code }) => `${path} ${code}`)).toEqual(
      Array.from({ length: 20 }, (_, index) => `$.field${index} unknown_field`),
    )
  })

  it('shortens a name of a megabyte', async () => {
    const { fieldErrors } = await checkedBody(await put(unknownFields(1, () => 'n'.repeat(1_000_000))))
    expect(fieldErrors).toMatchObject([{ code: 'unknown_field', path: expect.stringMatching(/^\$\["n{30,}…"\]$/) }])
  })

  it('stays within the limit with any names, and always marks a list that was cut', async () => {
    const name = fc
      .oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 120 }))
      .filter(
        (text) =>
          text.isWellFormed() && !text.includes('\0') && !(text in Object.prototype) && !(text in defaultPreferences),
      )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 120 }), async (names) => {
        const reply = await put(unknownFields(names.length, (index) => names[index] ?? ''))
        const { fieldErrors = [] } = await checkedBody(reply)
        expect(fieldErrors.length === names.length || fieldErrors.at(-1)?.code === marker.code).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('has only code and request id if there are no details', async () => {
    const replies = await Promise.all([
      service.request('GET', '/session', { secret: null }),
      service.request('GET', '/session'),
      service.request('GET', '/nothing'),
      service.request('PATCH', '/session'),
      service.request('GET', '/courses/13', { session }),
      put({}, { 'Content-Type': 'x/y' }),
    ])
    for (const reply of replies) expect(Object.keys(await checkedBody(reply))).toEqual(['code', 'requestId'])
  })

  it('has the request id that the caller sent', async () => {
    const reply = await service.request('GET', '/nothing', { headers: { 'X-Request-ID': 'frontend-4711' } })
    expect((await checkedBody(reply)).requestId).toBe('frontend-4711')
  })
})
