import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { Operation, Subject } from '@course-grading/contracts/operation/operation'
import { demoPeople } from './demo-people.ts'
import { isOfPerson, type TestedBoundary, withoutRight } from './tested-boundary.ts'
import { mediaTypeOf, type WireRequest } from './wire-request.ts'
import { type ParameterSchema, wrongValuesOf } from './wrong-values.ts'

/** The checks of every request, in their order; those of the handler itself come last. */
const credentialFirst = [
  'message',
  'method',
  'secret',
  'credential',
  'parameters',
  'query',
  'cursor',
  'right',
  'existence',
  'media type',
  'precondition',
  'size',
  'text',
  'schema',
  'revision',
  'own',
] as const
type Check = (typeof credentialFirst)[number]

/** Subjects by which the course is found. */
const foundFirst: readonly Subject[] = [
  'delivery',
  'rubric',
  'snippet',
  'assessment',
  'parked_draft',
  'feedback',
  'own_feedback',
]

/** A request that is wrong in one way. */
export interface Fault {
  readonly check: Check
  readonly title: string
  /** The problem that the reply must have. */
  readonly code: string
  /** The path of the first issue. */
  readonly path?: string | undefined
  /** The parts of the valid request that are replaced. Null leaves a header out. */
  readonly method?: string
  readonly params?: WireRequest['params']
  readonly query?: WireRequest['query']
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>
  readonly text?: (text: string) => string
  /** The URL of another service on the same data, or of the same one once `url` has prepared a fault of its environment. */
  readonly url?: () => string | Promise<string>
}

/** The order in which an operation checks a request, as numbers of the steps. */
export function orderOf(
  { boundary: { checksFirst } }: TestedBoundary,
  { subject }: Operation,
): (check: Check) => number {
  return (check) => {
    const at = credentialFirst.indexOf(check)
    // If the body names the course, it must be read before the caller's right in the course can be checked.
    if (subject === 'course_in_body' && (check === 'right' || check === 'existence')) return at + 6.5
    // The course is known only when the subject is found.
    if (subject !== undefined && foundFirst.includes(subject) && check === 'existence')
      return credentialFirst.indexOf('right') - 0.5
    if (checksFirst === 'path' && ['parameters', 'query', 'cursor'].includes(check))
      return credentialFirst.indexOf('method') + at / 100
    return at
  }
}

/** Every fault that an operation's contract makes possible, whatever the operation does. */
export async function genericFaults(tested: TestedBoundary, operation: Operation): Promise<Fault[]> {
  return [
    {
      check: 'message',
      title: 'two hosts',
      code: 'validation_failed',
      path: '$.headers.Host',
      headers: { Host: ['one.example', 'two.example'] },
    },
    {
      check: 'method',
      title: 'a method that is not allowed',
      code: 'method_not_allowed',
      method: otherMethod(tested, operation),
    },
    ...ofSecret(tested, operation),
    ...(await ofCredential(tested, operation)),
    ...ofParameters(tested, operation),
    ...(await ofRight(tested, operation)),
    ...ofExistence(operation),
    ...ofBody(operation),
    ...ofPrecondition(tested, operation),
  ]
}

/** A method that no operation of the same path has. */
function otherMethod({ boundary }: TestedBoundary, { path }: Operation): string {
  const isTaken = Object.values(boundary.operations).some((other) => other.path === path && other.method === 'patch')
  return isTaken ? 'PUT' : 'PATCH'
}

function ofSecret({ secret }: TestedBoundary, { allow }: Operation): Fault[] {
  if (secret === undefined || allow === 'anybody') return []
  const { header, current, problem: code } = secret
  const wrong: readonly (readonly [title: string, value: string | readonly string[] | null])[] = [
    ['no secret', null],
    ['an empty secret', ''],
    ['a wrong secret', `${current}0`],
    ['a long secret', 'x'.repeat(8000)],
    ['the secret twice', [current, current]],
    ['the secret twice in one line', `${current}, ${current}`],
  ]
  return wrong.map(([title, value]) => ({ check: 'secret', title, code, headers: { [header]: value } }))
}

async function ofCredential({ credential }: TestedBoundary, operation: Operation): Promise<Fault[]> {
  if (credential === undefined || !isOfPerson(operation)) return []
  const good = await credential.of(101)
  const wrong = [...(await credential.wrong()), { title: 'a credential twice', value: [good, good] }]
  return wrong.map(({ title, value, ...rest }) => ({
    check: 'credential',
    title,
    code: 'problem' in rest && rest.problem !== undefined ? rest.problem : credential.problem,
    headers: { Authorization: value },
  }))
}

const propertiesOf = (schema: Operation['params']): [string, ParameterSchema][] =>
  Object.entries(schema?.properties ?? {})

function ofParameters({ boundary: { checksFirst } }: TestedBoundary, { params, query, pageKey }: Operation): Fault[] {
  const code = 'validation_failed'
  const first = (schema: ParameterSchema): string => wrongValuesOf(schema)[0] ?? ''
  return [
    ...propertiesOf(params).map(([name, schema]): Fault => ({
      check: 'parameters',
      title: `a malformed ${name}`,
      code,
      path: `$.${name}`,
      params: { [name]: first(schema) },
    })),
    // A boundary that checks the path first ignores unknown parameters of operations without a query.
    ...(checksFirst === 'credential' || query !== undefined
      ? [{ check: 'query', title: 'an unknown parameter', code, path: '$.surprise', query: { surprise: '1' } } as const]
      : []),
    ...propertiesOf(query).map(([name, schema]): Fault => ({
      check: 'query',
      title: `a malformed ${name}`,
      code,
      path: `$.${name}`,
      query: { [name]: first(schema) },
    })),
    ...(pageKey === undefined
      ? []
      : [
          {
            check: 'cursor',
            title: 'a cursor that was never issued',
            code: 'invalid_cursor',
            query: { cursor: 'x' },
          } as const,
        ]),
  ]
}

async function ofRight(tested: TestedBoundary, operation: Operation): Promise<Fault[]> {
  const { credential, urlWithoutFixtures } = tested
  if (operation.allow === 'fixture_tooling' && urlWithoutFixtures !== undefined)
    return [{ check: 'right', title: 'fixtures that are off', code: 'fixtures_disabled', url: urlWithoutFixtures }]
  if (credential === undefined || !isOfPerson(operation)) return []
  return await Promise.all(
    demoPeople
      .filter(({ has }) => !has.includes(operation.allow))
      .map(async (person): Promise<Fault> => ({
        check: 'right',
        title: person.title,
        code: withoutRight(tested, operation, person),
        headers: { Authorization: await credential.of(person.userId) },
      })),
  )
}

/** A well-formed value that does not exist. */
function ofExistence({ allow, subject, params }: Operation): Fault[] {
  const absent = (name: string, value: string): Fault[] =>
    params?.properties[name] === undefined
      ? []
      : [{ check: 'existence', title: `a ${name} of nothing`, code: 'not_found', params: { [name]: value } }]
  switch (subject) {
    case 'course_by_slug':
      return absent('slug', 'nowhere')
    case 'delivery':
    case 'assessment':
    case 'parked_draft':
    case 'feedback':
    case 'own_feedback':
      return absent('id', '019ea3f2-6c00-7a1b-8c2d-000000000000')
    case 'rubric':
      return absent('rubricId', '019ea3f2-7000-7a10-8c2d-000000000000')
    case 'snippet':
      return absent('snippetId', '019ea3f2-6c00-7a1b-8c2d-000000000000')
    case 'exercise':
      return [...absent('courseId', '12'), ...absent('exerciseId', '3999')]
    case 'submission':
    case 'capability':
      return absent('submissionId', '3999')
    default:
      // A teacher of the course learns that it is not configured. Others do not learn that it exists.
      return isRoleInCourse(allow) ? absent('courseId', '12') : []
  }
}

const isRoleInCourse = (right: string): boolean =>
  ['member', 'grader', 'grader_or_self', 'grader_or_student', 'teacher'].includes(right)

function ofBody(operation: Operation): Fault[] {
  const { method, body, csvBody, bodyOptional } = operation
  if (method === 'get') return []
  const invalid = 'validation_failed'
  const given = (text: string): string => (text === '' ? '{}' : text)
  const type = mediaTypeOf(operation)
  return [
    ...[
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': `${type}; charset=latin1` },
      { 'Content-Type': [type, type] },
      { 'Content-Type': type, 'Content-Encoding': 'gzip' },
    ].map((headers): Fault => ({
      check: 'media type',
      title: `the media type ${Object.values(headers).join()}`,
      code: 'unsupported_media_type',
      headers,
      text: given,
    })),
    {
      check: 'size',
      title: 'a body over the limit',
      code: 'payload_too_large',
      text: (text) => text + ' '.repeat(bodyLimitBytes + 1),
    },
    ...(csvBody
      ? []
      : [
          {
            check: 'text',
            title: 'malformed JSON',
            code: invalid,
            path: '$',
            text: (text) => `${given(text)}}`,
          } satisfies Fault,
          {
            check: 'schema',
            title: 'an unknown field',
            code: invalid,
            path: '$.surprise',
            text: (text) => JSON.stringify({ surprise: 1, ...(JSON.parse(given(text)) as object) }),
          } satisfies Fault,
          ...(body === undefined || bodyOptional
            ? []
            : [{ check: 'text', title: 'no body', code: invalid, path: '$', text: () => '' } satisfies Fault]),
        ]),
  ]
}

function ofPrecondition({ malformedIfMatch }: TestedBoundary, { ifMatch, assessmentRevision }: Operation): Fault[] {
  const malformed = ['W/"1"', '*', '1', '"01"', '"1", "2"', '"-1"', ['"1"', '"1"']]
  const ofIfMatch: Fault[] = [
    { check: 'precondition', title: 'no If-Match', code: 'precondition_required', headers: { 'If-Match': null } },
    ...malformed.map((value): Fault => ({
      check: 'precondition',
      title: `If-Match ${JSON.stringify(value)}`,
      code: malformedIfMatch,
      path: '$.headers.If-Match',
      headers: { 'If-Match': value },
    })),
    { check: 'revision', title: 'a stale revision', code: 'revision_conflict', headers: { 'If-Match': '"7"' } },
  ]
  const ofAssessment: Fault[] = [
    ...['"1"', '-1', '01', 'x', ['1', '1']].map((value): Fault => ({
      check: 'precondition',
      title: `X-Assessment-Revision ${JSON.stringify(value)}`,
      code: malformedIfMatch,
      path: '$.headers.X-Assessment-Revision',
      headers: { 'X-Assessment-Revision': value },
    })),
    {
      check: 'revision',
      title: 'a stale revision of the assessment',
      code: 'revision_conflict',
      headers: { 'X-Assessment-Revision': '7' },
    },
  ]
  return [...(ifMatch ? ofIfMatch : []), ...(assessmentRevision ? ofAssessment : [])]
}
