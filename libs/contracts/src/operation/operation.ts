import type { Static, TObject, TSchema } from 'typebox'
import { type BodyLimits, smallBody } from './limits.ts'

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

/** What a request must have. `session` is a person's session beside the secret of the frontend; `upstream_token` a person's own token. */
export type Credential = 'upstream_token' | 'frontend_secret' | 'session' | 'manual_grading_secret' | 'none'

/** Who may call an operation. `self`: the student it is about; `student`: any, who sees only their own; `submitter`: who handed it in. */
const rights = [
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

/** What an operation is about. It is found before the right is checked, since it has the course; an `exercise` is found afterwards. */
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
  /** Schema of a JSON body. Absent where the reply has no body, or a body of another media type. */
  readonly schema?: TSchema
  /** Media type of a body that is not JSON, which is sent as an attachment. */
  readonly mediaType?: string
  /** An attachment has no time limit as a whole, as long as some of it is sent every ten seconds. */
  readonly isUnlimited?: true
  /** The reply carries a strong `ETag`: the revision, unless the handler gives another one. */
  readonly etag?: true
  /** The reply carries `X-Assessment-Revision`, the revision of the assessment that it is about. `if_any`: only if it is about one. */
  readonly assessmentRevision?: true | 'if_any'
  readonly example?: unknown
}

/** A request that the operation accepts, about the course of the other examples. */
export interface RequestExample {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly revision?: number
}

/** One operation as data, from which validation, types, documents, clients and tests are computed. Its name is its key in a boundary. */
export interface Operation {
  readonly method: Method
  /** The path below the boundary's prefix, with `{name}` for parameters. */
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
  /** A larger body is rejected unparsed. All valid bodies are within this limit, so that no invalid one keeps others waiting. */
  readonly maxBody: BodyLimits
  /** The body may be left out; then it is `{}`. */
  readonly bodyOptional?: true
  /** The body is `text/csv`. The handler gets its bytes. */
  readonly csvBody?: true
  readonly example: RequestExample
  /** The body is a JSON Merge Patch (RFC 7396), `application/merge-patch+json`. The schema describes the patch. */
  readonly mergePatch?: true
  /** The request names the revision that its caller read. `or_base`: with `?base=` it fails only if a touched part has changed since. */
  readonly ifMatch?: true | 'or_base'
  /** A write may name in `X-Assessment-Revision` the revision that the assessment must still have. */
  readonly assessmentRevision?: true
  readonly replies: Readonly<Record<number, ReplySpec>>
  /** Codes of the problems that only this operation has. `defineBoundary` adds those that it has in common with others. */
  readonly problems: readonly string[]
  /** Requests at work in one process, where no person is known whom a limit could hold. One more gets 503 before its body is read. */
  readonly maxTogether?: number
  /** Milliseconds to the reply's end (with `isUnlimited`: its beginning), without the time that a CSV body takes to arrive. */
  readonly timeLimitMs: number
  /** Milliseconds, counted as those of `timeLimitMs`, after which calls to the learning platform end. The rest is for the database. */
  readonly upstreamLimitMs?: number
}

type Defaults = Pick<Operation, 'problems' | 'timeLimitMs' | 'maxBody'>

/** Keeps the literal types of an operation. By default it has no problems of its own, 15 seconds, and a small body. */
export function defineOperation<const Spec extends Omit<Operation, keyof Defaults> & Partial<Defaults>>(
  spec: Spec,
): Spec & Defaults {
  return { problems: [], timeLimitMs: 15_000, maxBody: smallBody, ...spec }
}

interface ProblemSpec {
  readonly status: number
  readonly message: string
  readonly condition: string
}

export type ProblemTable = Readonly<Record<string, ProblemSpec>>

export interface Boundary {
  readonly name: string
  readonly prefix: string
  readonly credentials: { readonly service: Credential; readonly person: Credential }
  readonly checksFirst: 'path' | 'credential'
  readonly operations: Readonly<Record<string, Operation>>
  readonly problems: ProblemTable
  readonly commonProblems?: CommonProblems
}

/** Problems that several operations of a boundary have in common, by the property of an operation that brings them. */
interface CommonProblems {
  readonly every: readonly string[]
  readonly person: readonly string[]
  readonly course: readonly string[]
  /** Problems by the subject of an operation, in place of those of `course`. */
  readonly subject: Partial<Readonly<Record<Subject, readonly string[]>>>
  readonly fixtureTooling: readonly string[]
  /** Problems of operations to which a body may be sent, which is every write. */
  readonly body: readonly string[]
  readonly ifMatch: readonly string[]
  readonly assessmentRevision?: readonly string[]
  readonly page: readonly string[]
}

/** Keeps the literal types of a boundary, and adds to each operation the problems that it has in common with others. */
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

/** Whether a service, or anybody at all, may call an operation with this right, rather than a person. */
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
