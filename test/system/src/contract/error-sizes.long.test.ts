import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { aSettingsChange } from '@course-grading/test-kit'
import { request } from 'undici'
import { describe, expect } from 'vitest'
import { frontendSecret } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'

describe('a problem has at most 4 KiB', { timeout: 600_000 }, () => {
  it.for(operations)('in replies of %s, to any request', async ([id, { method, path }], { refusalOf }) => {
    const known = path.replaceAll(/\{\w+\}/g, '11')
    const refusals: (HttpError | null)[] = []
    for (const step of hostileSteps) {
      refusals.push(await refusalOf(method, path.replaceAll(/\{\w+\}/g, step)))
      refusals.push(
        await refusalOf(
          method,
          `${known}?limit=${step}&cursor=${step}&q=${step}&tag=${step}&dryRun=${step}&feedback=${step}`,
        ),
      )
    }
    if (method !== 'get' && method !== 'delete') {
      for (const body of hostileBodies)
        for (const type of ['application/json', 'text/csv'])
          refusals.push(await refusalOf(method, known, { body, type }))
      refusals.push(await refusalOf(method, known, { body: '{}', headers: { 'If-Match': `"${'1'.repeat(6_000)}"` } }))
      refusals.push(await refusalOf(method, known, { body: '{}', type: 'x'.repeat(6_000) }))
    }
    refusals.push(await refusalOf(method, known, { headers: { Authorization: `Bearer ${'x'.repeat(6_000)}` } }))
    refusals.push(await refusalOf(method, known, { headers: { 'X-Service-Frontend-Secret': 'x'.repeat(6_000) } }))
    expect(refusals.filter((refusal) => refusal !== null).length, id).toBeGreaterThan(0)
  })

  it('and says so when issues are left out', async ({ refusalOf }) => {
    const { graders: _graders, ...change } = aSettingsChange()
    const refusal = await refusalOf('put', '/courses/11/settings', {
      body: JSON.stringify({ ...change, graders: wrongGraders }),
    })
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(refusal?.fieldErrors.length).toBeGreaterThan(5)
    expect(refusal?.fieldErrors.at(-1)).toMatchObject({ path: '$', code: 'too_many_issues' })
  })

  it('with two hundred people who are not staff, and as many invalid rows', async ({ refusalOf }) => {
    const people = numbers(200).map((index) => 301 + index)
    const body = JSON.stringify(aSettingsChange({ graders: people.map((userId) => ({ userId, languages: ['fi'] })) }))
    const put = await refusalOf('put', '/courses/11/settings', { body })
    expect(put).toMatchObject({
      status: 400,
      fieldErrors: expect.arrayContaining([
        expect.objectContaining({ path: '$.graders[0].userId', code: 'not_staff' }),
      ]),
    })
    const rows = people.map(
      (userId) => `${userId};"${'𝔘'.repeat(500)},xx";"${'ä'.repeat(500)}";"no-such-tag,no-such-tag"`,
    )
    const csv = await refusalOf('put', '/courses/11/graders', {
      body: ['email;languages;feedbackTags;gradingTags', ...rows].join('\n'),
      type: 'text/csv',
    })
    expect(csv).toMatchObject({ status: 400, code: 'validation_failed' })
    for (const refusal of [put, csv]) expect(refusal?.fieldErrors.at(-1)?.code).toBe('too_many_issues')
  })

  it('with a thousand exercises that another course has', async ({ world, refusalOf }) => {
    await world.query(
      'INSERT INTO manual_grading_exercise (exercise_id, course_id) SELECT 9007199254740000 - n, 13 FROM generate_series(1, 998) AS n',
    )
    const exercises = numbers(998).map((index) => 9_007_199_254_739_999 - index)
    const refusal = await refusalOf('put', '/courses/11/settings', {
      body: JSON.stringify(aSettingsChange({ graders: [], manualGradingExercises: exercises })),
    })
    expect(refusal).toMatchObject({ status: 409, code: 'manual_grading_exercise_conflict' })
    expect(refusal?.fieldErrors.length).toBeGreaterThan(0)
  })
})

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

const hostileSteps = ['x'.repeat(1_000), encodeURIComponent('𝔘'.repeat(80)), '%00', '0', '9007199254740993', '%E4']

const texts = ['ä', '𝔘', '"', '\u0001', '\u202e'].map((character) => character.repeat(9_000))
const unknownFields = Object.fromEntries(numbers(5_000).map((index) => [`${index}${'𝔘'.repeat(40)}`, index]))
const wrongGraders = numbers(200).map((index) => ({
  userId: -index,
  languages: ['ä'.repeat(900), 'ä'.repeat(900)],
  feedbackTags: [1, 1],
  ['𝔘'.repeat(900)]: null,
}))

/** Bodies of 2 MB with as many and as long issues as possible. */
const hostileBodies: readonly string[] = [
  ...texts.map((text) =>
    JSON.stringify({
      [text]: text,
      token: text,
      locale: text,
      slug: text,
      name: text,
      courseId: text,
      ltiLoginUrl: text,
    }),
  ),
  JSON.stringify(unknownFields),
  JSON.stringify({ ...aSettingsChange(), ...unknownFields, graders: wrongGraders }),
  JSON.stringify({
    ...aSettingsChange(),
    languages: texts,
    highlightLanguages: numbers(5_000),
    visibleTagSlugs: numbers(5_000).map(() => texts[1]!.slice(0, 300)),
    manualGradingExercises: numbers(20_000).map((id) => -id),
  }),
  JSON.stringify(numbers(100_000)),
  texts[0]!,
  '['.repeat(100_000),
  '',
  `{"a":1,${'"a":1,'.repeat(1_000)}"a":1}`,
  ' '.repeat(2_000_001),
]

interface HttpError {
  readonly status: number
  readonly code: string
  readonly fieldErrors: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

interface Sending {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly type?: string
}

/** Sends a request and checks the form of a problem. Null if the request succeeded. */
function refusing({ frontend, session }: { frontend: ServiceProcess; session: string }) {
  return async (
    method: string,
    path: string,
    { body, headers, type = 'application/json' }: Sending = {},
  ): Promise<HttpError | null> => {
    const reply = await request(`${frontend.url}${frontendInternal.prefix}${path}`, {
      method: method.toUpperCase() as 'GET',
      body: body ?? null,
      headers: {
        // Signing out with the real session would succeed.
        'X-Service-Frontend-Secret': frontendSecret,
        Authorization: `Bearer ${/^.session/.test(path) && method === 'delete' ? 'cgs_nobody' : session}`,
        'If-Match': '"1"',
        ...(body !== undefined && { 'Content-Type': type }),
        ...headers,
      },
    })
    const bytes = Buffer.from(await reply.body.arrayBuffer())
    if (reply.statusCode < 400) return null
    expect(bytes.length, `${method} ${path.slice(0, 100)}: ${reply.statusCode}`).toBeLessThanOrEqual(maxBytes)
    const problem = JSON.parse(bytes.toString('utf8')) as {
      code: string
      requestId: string
      fieldErrors?: HttpError['fieldErrors']
    }
    expect(problem).toMatchObject({ code: expect.any(String), requestId: reply.headers['x-request-id'] })
    return { status: reply.statusCode, code: problem.code, fieldErrors: problem.fieldErrors ?? [] }
  }
}

const maxBytes = 4096
const operations = Object.entries<Operation>(frontendInternal.operations)

const it = onServices.extend('refusalOf', { scope: 'file' }, refusing)
