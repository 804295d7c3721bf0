import type { Static, TObject, TSchema } from 'typebox'

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

/**
 * What a request must have: the secret of a service, that secret and a person's session, or a person's token of the learning
 * platform.
 */
export type Credential = 'upstream_token' | 'frontend_secret' | 'session' | 'manual_grading_secret' | 'none'

/**
 * Who may call an operation. `anybody` needs no credential; `service` and `fixture_tooling` need the secret of the service, the
 * second one only where fixtures are enabled. All others are people: `signed_in` may be anybody whose credential is good, and
 * the rest is a role in the course that the operation is about (`self`: the student whom it is about; `student`: any student,
 * who sees only their own; `submitter`: a student who handed it in).
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
  'own_grader',
  'teacher',
  'owner',
] as const
export type Right = (typeof rights)[number]

/** Rights that need no person. */
export type RightOfService = 'anybody' | 'service' | 'fixture_tooling'

/**
 * What an operation is about if its path has no `courseId`. It is found first, and determines the course. Only an `exercise`
 * has the course in its path too: the right in that course is checked first, and then whether the course has the exercise.
 */
export type Subject =
  | 'course_in_body'
  | 'course_by_slug'
  | 'delivery'
  | 'capability'
  | 'submission'
  | 'snippet'
  | 'exercise'
  | 'rubric'
  | 'assessment'
  | 'parked_draft'
  | 'feedback'
  | 'own_feedback'

/** A successful reply of an operation. */
export interface ReplySpec {
  readonly description: string
  /** Schema of a JSON body. Absent where the reply has no body, or a body of another media type. */
  readonly schema?: TSchema
  /** Media type of a body that is not JSON. It is sent as it was made, as an attachment. */
  readonly mediaType?: string
  /** A body that is not JSON has no time limit as a whole, as long as some of it is sent every ten seconds. */
  readonly isUnlimited?: true
  /** The reply carries a strong `ETag`: the revision, where the handler gives nothing else. */
  readonly etag?: true
  /** The reply carries `X-Assessment-Revision`: the revision of the assessment that it is about. `if_any`: where it is about one. */
  readonly assessmentRevision?: true | 'if_any'
  readonly example?: unknown
}

/** A request that the operation accepts. It is about the same course as the other examples. */
export interface RequestExample {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** The JSON body, or the text of a CSV body. */
  readonly body?: unknown
  /** The revision in `If-Match`, where the operation needs it. */
  readonly revision?: number
}

/**
 * One operation of one boundary, as data. Validation, types, the OpenAPI documents, the clients and the tests that iterate over
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
  /** Only of a list: schemas of the values that a cursor holds. The list's query has `limit` and `cursor`. */
  readonly pageKey?: readonly TSchema[]
  /** Schema of a JSON body. A POST or DELETE without a schema takes no body, or `{}`. */
  readonly body?: TSchema
  /** The body may be left out; then it is `{}`. */
  readonly bodyOptional?: true
  /** The body is `text/csv`. The handler gets its bytes. */
  readonly csvBody?: true
  readonly example: RequestExample
  /** The body is a JSON Merge Patch (RFC 7396), `application/merge-patch+json`. The schema describes the patch. */
  readonly mergePatch?: true
  /**
   * The write needs `If-Match` with the revision that the caller read. `or_base`: it may have `?base=` with that revision
   * instead, and then fails only if a part that it touches has changed since.
   */
  readonly ifMatch?: true | 'or_base'
  /** The write may say in `X-Assessment-Revision` which revision of the assessment it must still have. */
  readonly assessmentRevision?: true
  readonly replies: Readonly<Record<number, ReplySpec>>
  /**
   * Codes of the problems that only this operation has. The boundary adds those that come with its right, body, precondition or
   * list.
   */
  readonly problems: readonly string[]
  /**
   * How many requests a process has at work at the same time, where no person is known whom a limit could hold. One more is replied to
   * with 503, before its body is read.
   */
  readonly maxTogether?: number
  /**
   * The whole reply is sent within this time, in milliseconds from the request's beginning; the time that a CSV takes to arrive
   * does not count. Of a reply with `isUnlimited` only the beginning is sent within it.
   */
  readonly timeLimitMs: number
  /**
   * Milliseconds, counted in the same way, after which calls to the learning platform end. The time that is left is for the
   * database.
   */
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
  /** The credentials of a service and of a person at this boundary. */
  readonly credentials: { readonly service: Credential; readonly person: Credential }
  /** What is checked first once the route is known: the parameters in its path, or the credential. */
  readonly checksFirst: 'path' | 'credential'
  readonly operations: Readonly<Record<string, Operation>>
  readonly problems: ProblemTable
  readonly commonProblems?: CommonProblems
}

/** Problems that several operations of a boundary have in common, by the property of an operation that brings them. */
interface CommonProblems {
  readonly every: readonly string[]
  /** Problems of operations that a person calls. */
  readonly person: readonly string[]
  /** Problems of operations that need a role in a course. */
  readonly course: readonly string[]
  /** These replace those of `course`, by the subject of the operation. */
  readonly subject: Partial<Readonly<Record<Subject, readonly string[]>>>
  readonly fixtureTooling: readonly string[]
  /** Problems of operations to which a body may be sent, which is every write. */
  readonly body: readonly string[]
  readonly ifMatch: readonly string[]
  /** Problems of writes that may name a revision in `X-Assessment-Revision`. */
  readonly assessmentRevision?: readonly string[]
  readonly page: readonly string[]
}

/**
 * Keeps the literal types of a boundary, so that the compiler knows its operations by name. It also adds to the problems of each
 * operation those that it has in common with others.
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

/**
 * The problems that an operation shares with others, because of its right, its subject, its body or precondition, or because it
 * is a list.
 */
export function commonProblemsOf(
  { allow, subject, method, ifMatch, assessmentRevision, pageKey }: Operation,
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
    ...(assessmentRevision ? (common.assessmentRevision ?? []) : []),
    ...(pageKey === undefined ? [] : common.page),
  ]
}

/** The credential that a request of an operation must have at its boundary. */
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
