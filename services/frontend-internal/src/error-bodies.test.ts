import { issueCodes } from '@course-grading/contracts/issue-codes'
import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { ErrorBody } from './every-operation.fixture.ts'
import type { TestService } from './service.fixture.ts'
import { it } from './service-test.fixture.ts'

describe('the body of an error', () => {
  const rows = (row: (index: number) => string) =>
    ['email;languages;feedbackTags;gradingTags', ...Array.from({ length: 200 }, (_, index) => row(index))].join('\n')
  it.for<[what: string, body: unknown, headers?: Record<string, string>]>([
    ['10,000 unknown fields', unknownFields(10_000, (index) => `field${index}`)],
    ['10,000 unknown fields with long names', unknownFields(10_000, (index) => `${'n'.repeat(150)}${index}`)],
    ['names with many bytes for each character', unknownFields(300, (index) => `${'\u{1F600}'.repeat(60)}${index}`)],
    ['names that JSON must escape', unknownFields(300, (index) => `${'\u0001"\\'.repeat(60)}${index}`)],
    ['wrong entries', { ...defaultPreferences, pinnedCourses: Array.from({ length: 200 }, () => 0) }],
    ['the longest request id', unknownFields(10_000, (index) => `field${index}`), { 'X-Request-ID': 'r'.repeat(128) }],
    ['200 bad rows', rows(() => 'nobody;x;y;z'), { 'Content-Type': 'text/csv' }],
    ['200 rows that do not fit', rows((row) => `${row + 5000};sv;nope;nope`), { 'Content-Type': 'text/csv' }],
  ])(
    'about %s has at most 4 KiB, and marks at the end that there are more',
    async ([_, body, headers], { service }) => {
      const path = typeof body === 'string' ? '/courses/11/graders' : '/preferences'
      const ifMatch = typeof body === 'string' ? '"1"' : '"0"'
      const reply = await service.send('PUT', path, { ifMatch, body, ...(headers && { headers }) })
      expect(reply.status).toBe(400)
      expect((await checkedBody(reply)).fieldErrors?.at(-1)).toMatchObject(marker)
    },
  )

  it('about a query of many wrong parameters has at most 4 KiB', async ({ service }) => {
    const query = Array.from({ length: 500 }, (_, index) => `wrong${index}=1`).join('&')
    expect((await checkedBody(await service.get(`/courses?${query}`))).fieldErrors?.at(-1)).toMatchObject(marker)
  })

  it('lists all issues if they fit', async ({ service }) => {
    const body = unknownFields(20, (index) => `field${index}`)
    const { fieldErrors } = await checkedBody(await put(service, body))
    expect(fieldErrors?.map(({ path, code }) => `${path} ${code}`)).toEqual(
      Array.from({ length: 20 }, (_, index) => `$.field${index} unknown_field`),
    )
  })

  it('shortens a name of a megabyte', async ({ service }) => {
    const body = unknownFields(1, () => 'n'.repeat(1_000_000))
    const { fieldErrors } = await checkedBody(await put(service, body))
    expect(fieldErrors).toMatchObject([{ code: 'unknown_field', path: expect.stringMatching(/^\$\["n{30,}…"\]$/) }])
  })

  it('stays within the limit with any names, and always marks a list that was cut', async ({ service }) => {
    const name = fc
      .oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 120 }))
      .filter(
        (text) =>
          text.isWellFormed() && !text.includes('\0') && !(text in Object.prototype) && !(text in defaultPreferences),
      )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 120 }), async (names) => {
        const body = unknownFields(names.length, (index) => names[index] ?? '')
        const { fieldErrors = [] } = await checkedBody(await put(service, body))
        expect(fieldErrors.length === names.length || fieldErrors.at(-1)?.code === marker.code).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('has only code and request id if there are no details', async ({ service }) => {
    const replies = await Promise.all([
      service.request('GET', '/session', { secret: null }),
      service.request('GET', '/session'),
      service.request('GET', '/nothing'),
      service.request('PATCH', '/session'),
      service.get('/courses/13'),
      put(service, {}, { 'Content-Type': 'x/y' }),
    ])
    for (const reply of replies) expect(Object.keys(await checkedBody(reply))).toEqual(['code', 'requestId'])
  })

  it('has the request id that the caller sent', async ({ service }) => {
    const reply = await service.request('GET', '/nothing', { headers: { 'X-Request-ID': 'frontend-4711' } })
    expect((await checkedBody(reply)).requestId).toBe('frontend-4711')
  })
})

const marker = { path: '$', code: 'too_many_issues' }

/** Reads an error body, and checks what must be true for every error body. */
async function checkedBody(reply: Response): Promise<ErrorBody> {
  const text = await reply.text()
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = JSON.parse(text) as ErrorBody
  const { code, requestId, detail, fieldErrors, ...rest } = body
  expect(rest).toEqual({})
  expect(requestId).toBe(reply.headers.get('x-request-id'))
  expect(typeof code).toBe('string')
  expect(detail === undefined || typeof detail === 'string').toBe(true)
  for (const issue of fieldErrors ?? []) {
    expect(Object.keys(issue)).toEqual(['path', 'code', 'message'])
    expect(issueCodes).toContain(issue.code)
  }
  return body
}

function unknownFields(count: number, name: (index: number) => string): object {
  const names = Array.from({ length: count }, (_, index) => name(index))
  return { ...defaultPreferences, ...Object.fromEntries(names.map((each) => [each, 1])) }
}

const put = (service: TestService, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  service.send('PUT', '/preferences', { ifMatch: '"0"', body, headers })
