import type { Static, TObject, TSchema } from 'typebox'

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

/** A secret of a service, that secret and a person's session, or a person's token of the learning platform. */
export type Credential = 'upstream_token' | 'frontend_secret' | 'session' | 'manual_grading_secret' | 'none'

/** `self`: the student it is about; `student`: any, who sees only their own; `submitter`: one who handed it in. */
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

export type RightOfService = 'anybody' | 'service' | 'fixture_tooling'

/** Without `courseId` in the path: it is found first, and has the course. An `exercise` is looked for after the right in its course. */
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

export interface ReplySpec {
  readonly description: string
  /** Of a JSON body; absent where the reply has another or none. */
  readonly schema?: TSchema
  /** Of a body that is not JSON: sent as it was made, as an attachment. */
  readonly mediaType?: string
  /** No time limit as a whole, as long as some of it is sent every ten seconds. */
  readonly isUnlimited?: true
  /** A strong `ETag`: the revision, where the handler gives nothing else. */
  readonly etag?: true
  /** Has `X-Assessment-Revision`; `if_any`: where it is about an assessment. */
  readonly assessmentRevision?: true | 'if_any'
  readonly example?: unknown
}

/** About the same course as the other examples. */
export interface RequestExample {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** JSON, or the text of a CSV body. */
  readonly body?: unknown
  readonly revision?: number
}

/** Validation, types, documents, clients and tests are computed from it. Its name is its key in the boundary's list. */
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
  /** Of a list: the values that a cursor holds. Its query has `limit` and `cursor`. */
  readonly pageKey?: readonly TSchema[]
  /** Of a JSON body. A POST or DELETE without a schema takes no body, or `{}`. */
  readonly body?: TSchema
  /** Left out, it is `{}`. */
  readonly bodyOptional?: true
  /** `text/csv`; the handler gets its bytes. */
  readonly csvBody?: true
  readonly example: RequestExample
  /** A JSON Merge Patch (RFC 7396), `application/merge-patch+json`; the schema describes the patch. */
  readonly mergePatch?: true
  /** Needs the revision that the caller read. With `?base=` instead it fails only if a part that it touches has changed since. */
  readonly ifMatch?: true | 'or_base'
  /** May name in `X-Assessment-Revision` the assessment's revision, which must still be the current one. */
  readonly assessmentRevision?: true
  readonly replies: Readonly<Record<number, ReplySpec>>
  /** Those that only this operation has; the boundary adds those of its right, body, precondition or list. */
  readonly problems: readonly string[]
  /** Of requests in one process, where no person is known whom a limit could hold. One more gets 503 before its body is read. */
  readonly maxTogether?: number
  /** To the reply's end (with `isUnlimited`: its beginning), without the time that a CSV takes to arrive. */
  readonly timeLimitMs: number
  /** Counted in the same way: then calls to the learning platform end, and the rest is for the database. */
  readonly upstreamLimitMs?: number
}

type Defaults = Pick<Operation, 'problems' | 'timeLimitMs'>

/** Keeps the literal types: parameters, body, statuses. By default no problem of its own, and 15 seconds. */
export function defineOperation<const Spec extends Omit<Operation, keyof Defaults> & Partial<Defaults>>(
  spec: Spec,
): Spec & Defaults {
  return { problems: [], timeLimitMs: 15_000, ...spec }
}

/** The message is fixed, for people. */
export interface ProblemSpec {
  readonly status: number
  readonly message: string
  readonly condition: string
}

export type ProblemTable = Readonly<Record<string, ProblemSpec>>

/** Its list of problems is closed. */
export interface Boundary {
  readonly name: string
  readonly prefix: string
  readonly credentials: { readonly service: Credential; readonly person: Credential }
  readonly checksFirst: 'path' | 'credential'
  readonly operations: Readonly<Record<string, Operation>>
  readonly problems: ProblemTable
  readonly commonProblems?: CommonProblems
}

/** By the property of an operation that brings them. */
interface CommonProblems {
  readonly every: readonly string[]
  readonly person: readonly string[]
  readonly course: readonly string[]
  /** These replace those of `course`. */
  readonly subject: Partial<Readonly<Record<Subject, readonly string[]>>>
  readonly fixtureTooling: readonly string[]
  /** For every write, since a body may be sent to it. */
  readonly body: readonly string[]
  readonly ifMatch: readonly string[]
  /** For writes that may name `X-Assessment-Revision`. */
  readonly assessmentRevision?: readonly string[]
  readonly page: readonly string[]
}

/** Keeps the literal types, and adds to each operation the problems that it has in common with others. */
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

/** By right, subject, body, precondition and list. */
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

export function credentialOf(
  { credentials }: Pick<Boundary, 'credentials'>,
  { allow }: Pick<Operation, 'allow'>,
): Credential {
  if (allow === 'anybody') return 'none'
  return isRightOfService(allow) ? credentials.service : credentials.person
}

/** Of a service, or of nobody at all. */
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
