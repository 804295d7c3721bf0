import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from './every-operation.fixture.ts'
import { type GraderRequest, startTestService, type TestService } from './service.fixture.ts'

/** Of submissions: one that waits, and one whose grade waits to be sent. */
const [waiting, pending] = [3001, 3002]
let service: TestService
beforeAll(async () => {
  service = await startTestService({ FIXTURE_TOOLING: 'disabled' })
  for (const submissionId of [waiting, pending]) await service.register(submissionId)
  await service.complete(pending)
})
afterAll(() => service.stop())

/** What is wrong with a request; what an earlier one says of the same part of it counts. */
interface Fault {
  readonly title: string
  readonly expected: readonly unknown[]
  readonly method?: string
  readonly submissionId?: string
  readonly query?: string
  readonly request?: GraderRequest
  readonly body?: object
  readonly text?: (text: string) => string
}

interface Suite {
  readonly name: string
  readonly method: string
  readonly path: (submissionId: string) => string
  readonly body: () => object
  /** In the order in which they must be noticed. */
  readonly faults: readonly Fault[]
  /** What would come after the last of these, which is always wrong here. */
  readonly beyond?: readonly Fault[]
}

const untilQuery: readonly Fault[] = [
  { title: 'a method that is not allowed', expected: [405, 'method_not_allowed'], method: 'PATCH' },
  { title: 'a wrong secret', expected: [401, 'invalid_manual_grading_secret'], request: { secret: 'x'.repeat(40) } },
]
const unknownParameter: Fault = {
  title: 'an unknown parameter',
  expected: [400, 'validation_failed', '$.surprise unknown_field'],
  query: 'surprise=1',
}
const untilFields: readonly Fault[] = [
  {
    title: 'another media type',
    expected: [415, 'unsupported_media_type'],
    request: { headers: { 'Content-Type': 'text/plain' } },
  },
  {
    title: 'a body over the limit',
    expected: [413, 'payload_too_large'],
    text: (text) => text + ' '.repeat(2_000_001),
  },
  { title: 'malformed JSON', expected: [400, 'validation_failed', '$ malformed_json'], text: (text) => `${text}}` },
  {
    title: 'an unknown field',
    expected: [400, 'validation_failed', '$.surprise unknown_field'],
    body: { surprise: 1 },
  },
]

const suites: readonly Suite[] = [
  {
    name: 'registerCapability',
    method: 'POST',
    path: () => '/manual-grading/capabilities',
    body: () => service.registrationOf(pending),
    faults: [
      ...untilQuery,
      unknownParameter,
      ...untilFields,
      {
        title: 'a callback that is not allowed',
        expected: [400, 'callback_not_allowed', '$.callbackUrl invalid_value'],
        body: { callbackUrl: 'https://plus.example.org/' },
      },
      { title: 'a fixture where they are off', expected: [403, 'fixtures_disabled'], body: { fixture: true } },
      { title: 'an exercise that is none of the course', expected: [404, 'not_found'], body: { exerciseId: 999 } },
      {
        title: "another exercise than the submission's",
        expected: [400, 'validation_failed', '$.exerciseId conflict'],
        body: { exerciseId: 1104 },
      },
      { title: 'a grade on its way', expected: [409, 'delivery_pending'], body: {} },
    ],
  },
  {
    name: 'deleteCapability',
    method: 'DELETE',
    path: (submissionId) => `/manual-grading/capabilities/${submissionId}`,
    body: () => ({}),
    faults: [
      ...untilQuery,
      {
        title: 'an id that is none',
        expected: [400, 'validation_failed', '$.submissionId invalid_format'],
        submissionId: '011',
      },
      unknownParameter,
      { title: 'a submission that was never registered', expected: [404, 'not_found'], submissionId: '3999' },
      ...untilFields,
      { title: 'a grade on its way', expected: [409, 'delivery_pending'], submissionId: String(pending) },
    ],
  },
  {
    name: 'resetAssessments',
    method: 'DELETE',
    path: () => '/manual-grading/assessments',
    body: () => ({}),
    faults: [
      ...untilQuery,
      unknownParameter,
      { title: 'fixtures that are off', expected: [403, 'fixtures_disabled'], body: {} },
    ],
    beyond: untilFields,
  },
]

/** With these faults at once. */
async function replyTo({ method, path, body, name }: Suite, faults: readonly Fault[]): Promise<unknown[]> {
  const first = <Part extends keyof Fault>(part: Part): Fault[Part] | undefined =>
    faults.find((fault) => fault[part] !== undefined)?.[part]
  const fields = Object.assign(body(), ...faults.toReversed().map((fault) => fault.body ?? {})) as object
  const text = faults.reduce((before, fault) => fault.text?.(before) ?? before, JSON.stringify(fields))
  const query = [
    ...(name === 'resetAssessments' ? ['courseId=11&exerciseId=1103'] : []),
    ...faults.flatMap((fault) => fault.query ?? []),
  ]
  const request = Object.assign({}, ...faults.map((fault) => fault.request ?? {})) as GraderRequest
  const target = `${path(first('submissionId') ?? String(waiting))}${query.length === 0 ? '' : `?${query.join('&')}`}`
  return await verdictOf(await service.request(first('method') ?? method, target, { ...request, body: text }))
}

describe.each(suites)('the order of checks of $name', (suite) => {
  const all = [...suite.faults, ...(suite.beyond ?? [])]
  const pairs = suite.faults.flatMap((one, at) => all.slice(at + 1).map((other) => ({ one, other })))
  it.each(pairs)('notices $one.title before $other.title', async ({ one, other }) => {
    expect(await replyTo(suite, [one, other])).toEqual(one.expected)
  })

  it.each(suite.faults.map((fault, at) => ({ fault, at })))(
    'notices $fault.title before all that comes later',
    async ({ fault, at }) => {
      expect(await replyTo(suite, all.slice(at))).toEqual(fault.expected)
    },
  )
})
