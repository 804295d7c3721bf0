import type { Static, TObject, TSchema } from 'typebox'

export type Method = 'get' | 'put' | 'post' | 'delete'

/** What a request must bring: a secret of a service, a person's session beside it, or a person's token of the learning platform. */
export type Credential = 'upstream_token' | 'frontend_secret' | 'session' | 'manual_grading_secret' | 'none'

/**
 * Who may call an operation. `anybody` brings no credential; `service` and `fixture_tooling` bring the secret of the service,
 * the second one only where fixtures are enabled. All others are people: `signed_in` may be anybody whose credential is good,
 * and the rest is a role in the course that the operation is about (`self`: the student of whom it is; `student`: any student, of
 * what is the student's own; `submitter`: a student who handed it in).
 */
export const rights = [
  'anybody',
  'service',
  'fixture_tooling',
  'signed_in',
  'member',
  'grader',
  'grader_or_self',
  'grader_or_student',
  'grader_or_submitter',
  'teacher',
] as const
export type Right = (typeof rights)[number]

/** Rights for which no person is needed. */
export type RightOfService = 'anybody' | 'service' | 'fixture_tooling'

/** What an operation is about where its path has no `courseId`: it is found first, and the course by it. */
export type Subject = 'course_in_body' | 'course_by_slug' | 'delivery' | 'capability' | 'submission'

/** A successful reply of an operation. */
export interface ReplySpec {
  readonly description: string
  /** Of a JSON body; absent: the reply has none, or another media type. */
  readonly schema?: TSchema
  /** Media type of a body that is not JSON: sent as it is made, as an attachment. */
  readonly mediaType?: string
  /** Of a body that is not JSON: it may take any time, as long as something of it is sent every ten seconds. */
  readonly isUnlimited?: true
  /** The reply carries a strong `ETag`: the revision, where the handler gives nothing else. */
  readonly etag?: true
  readonly example?: unknown
}

/** A request that the operation takes, of the course that the other examples are about. */
export interface RequestExample {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** Of a CSV body: its text. */
  readonly body?: unknown
  /** In `If-Match`, where the operation needs it. */
  readonly revision?: number
}

/**
 * One operation of one boundary, as data: validation, types, the OpenAPI documents, the clients and the tests that walk
 * the contract are all computed from it. Its name is its key in the boundary's list.
 */
export interface Operation {
  readonly method: Method
  /** Below the boundary's prefix, with `{name}` for parameters. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly allow: Right
  readonly subject?: Subject
  readonly params?: TObject
  readonly query?: TObject
  /** Of a list: the values that a cursor holds. The query has `limit` and `cursor` then. */
  readonly pageKey?: readonly TSchema[]
  /** A JSON body. A POST or DELETE without one takes no body, or `{}`. */
  readonly body?: TSchema
  /** The body may be left out, and is `{}` then. */
  readonly bodyOptional?: true
  /** The body is `text/csv`, and is given to the handler as its bytes. */
  readonly csvBody?: true
  readonly example: RequestExample
  /** The write needs `If-Match` with the revision that the caller read. */
  readonly ifMatch?: true
  readonly replies: Readonly<Record<number, ReplySpec>>
  /** Problems of this operation alone, by code; those that come with its right, body, precondition or list are the boundary's. */
  readonly problems: readonly string[]
  /** So many requests a minute are accepted, of all callers together; one more is 429, before its body is read. */
  readonly requestsPerMinute?: number
  /**
   * The whole reply is sent within this time, in milliseconds from the request's beginning; the time that a CSV takes to arrive does not
   * count. Of a reply whose time is unlimited, its beginning.
   */
  readonly timeLimitMs: number
  /** Calls of the learning platform end by then, in milliseconds as above; what is left is for the database. */
  readonly upstreamLimitMs?: number
}

/** Keeps the literal types of an operation, so that the compiler knows its parameters, body and statuses. */
export function defineOperation<const Spec extends Operation>(spec: Spec): Spec {
  return spec
}

/** One problem of a boundary: its status, the fixed message that people read, and when it happens. */
export interface ProblemSpec {
  readonly status: number
  readonly message: string
  readonly condition: string
}

export type ProblemTable = Readonly<Record<string, ProblemSpec>>

/** One network boundary: its prefix, its operations by name, and its closed list of problems. */
export interface Boundary {
  readonly name: string
  readonly prefix: string
  /** What a service and a person bring here. */
  readonly credentials: { readonly service: Credential; readonly person: Credential }
  /** What is checked first, once there is a route: the parameters in its path, or the credential. */
  readonly checksFirst: 'path' | 'credential'
  readonly operations: Readonly<Record<string, Operation>>
  readonly problems: ProblemTable
  readonly commonProblems?: CommonProblems
}

/** Problems that operations of a boundary have in common, by what of an operation brings them. */
export interface CommonProblems {
  readonly every: readonly string[]
  /** Where a person calls. */
  readonly person: readonly string[]
  /** Where a role in a course is needed. */
  readonly course: readonly string[]
  /** Instead of those of `course`, by the subject of the operation. */
  readonly subject: Partial<Readonly<Record<Subject, readonly string[]>>>
  readonly fixtureTooling: readonly string[]
  /** Where something may be sent: every write. */
  readonly body: readonly string[]
  readonly ifMatch: readonly string[]
  readonly page: readonly string[]
}

/**
 * Keeps the literal types of a boundary, so that the compiler knows its operations by name, and completes the problems of each
 * operation by those that it has in common with others.
 */
export function defineBoundary<const Spec extends Boundary>(spec: Spec): Spec {
  const operations = Object.fromEntries(
    Object.entries<Operation>(spec.operations).map(([name, operation]) => [
      name,
      { ...operation, problems: allProblems(operation, spec.commonProblems) },
    ]),
  )
  return { ...spec, operations }
}

function allProblems(operation: Operation, common: CommonProblems | undefined): readonly string[] {
  return [...new Set([...commonProblemsOf(operation, common), ...operation.problems])]
}

/** The problems that an operation of a boundary has because of what it is: its right, subject, body, precondition and list. */
export function commonProblemsOf(
  { allow, subject, method, ifMatch, pageKey }: Operation,
  common: CommonProblems | undefined,
): readonly string[] {
  if (common === undefined) return []
  const isOfPerson = !isRightOfService(allow)
  const ofSubject = subject && common.subject[subject]
  return [
    ...common.every,
    ...(isOfPerson ? common.person : []),
    ...(ofSubject ?? (isOfPerson && allow !== 'signed_in' ? common.course : [])),
    ...(allow === 'fixture_tooling' ? common.fixtureTooling : []),
    ...(method === 'get' ? [] : common.body),
    ...(ifMatch ? common.ifMatch : []),
    ...(pageKey === undefined ? [] : common.page),
  ]
}

/** What a request of an operation must bring at its boundary. */
export function credentialOf(
  { credentials }: Pick<Boundary, 'credentials'>,
  { allow }: Pick<Operation, 'allow'>,
): Credential {
  if (allow === 'anybody') return 'none'
  return isRightOfService(allow) ? credentials.service : credentials.person
}

/** Whether the caller of an operation is a service, or nobody at all, rather than a person. */
export function isRightOfService(right: Right): right is RightOfService {
  return right === 'anybody' || right === 'service' || right === 'fixture_tooling'
}

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise

export type ParamsOf<Spec extends Operation> = StaticOr<Spec['params'], Record<string, never>>
export type QueryOf<Spec extends Operation> = StaticOr<Spec['query'], Record<string, never>>
export type BodyOf<Spec extends Operation> = Spec['csvBody'] extends true
  ? Uint8Array
  : StaticOr<Spec['body'], undefined>
export type PageKeyOf<Spec extends Operation> = Spec['pageKey'] extends infer Key extends readonly TSchema[]
  ? { readonly [Index in keyof Key]: Static<Key[Index]> }
  : never
export type StatusOf<Spec extends Operation> = keyof Spec['replies'] & number
