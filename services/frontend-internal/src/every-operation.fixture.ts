import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { defaultPreferences, frontendInternal, type Operation } from '@course-grading/contracts'
import { aSettingsChange } from '@course-grading/test-kit'
import { tokenOf } from '@course-grading/test-service'
import { placedDeliveryId } from './delivery/deliveries.fixture.ts'
import { frontendSecret, type FrontendRequest, type TestService } from './service.fixture.ts'

export type OperationName = keyof typeof frontendInternal.operations
export type NamedOperation = readonly [name: OperationName, operation: Operation]

/** Who may do what: the secret's holder, anybody signed in, any member of the course, its graders and teachers, its teachers. */
export type Right = 'secret' | 'user' | 'member' | 'grader' | 'grader_or_self' | 'teacher'

export const rights: Readonly<Record<OperationName, Right>> = {
  createSession: 'secret', getSession: 'user', deleteSession: 'user', listSessions: 'user', deleteOtherSessions: 'user',
  getPreferences: 'user', putPreferences: 'user',
  listPublicCourses: 'secret', listCourses: 'user', configureCourse: 'teacher', getCourse: 'member', getCourseBySlug: 'member',
  getCourseSnapshot: 'member', refreshCourseSnapshot: 'grader', listStudents: 'grader', getStudent: 'grader_or_self',
  exportStudentData: 'teacher', eraseStudentData: 'teacher',
  getCourseSettings: 'teacher', putCourseSettings: 'teacher', refreshCourseTags: 'teacher', listSettingsRevisions: 'teacher',
  getSettingsRevision: 'teacher', importGraders: 'teacher', exportGraders: 'teacher',
  listDeliveries: 'teacher', getDelivery: 'teacher', resolveDelivery: 'teacher',
}

export const operations = Object.entries(frontendInternal.operations) as readonly (readonly [string, Operation])[] as readonly NamedOperation[]
export const ofSession = operations.filter(([, { credential }]) => credential === 'session')
export const writes = operations.filter(([, { method }]) => method !== 'get')
export const withBody = writes.filter(([, { body, csvBody }]) => body !== undefined || csvBody)
export const withoutBody = writes.filter(([, { body, csvBody }]) => body === undefined && !csvBody)

/** Of the demo world: course 11 of teacher 101, and student 201. */
const placeholders: Readonly<Record<string, string>> = { courseId: '11', userId: '201', slug: 'programming-1', revision: '1', id: placedDeliveryId }

/** The operation's path below the prefix, in the demo course unless told otherwise. */
export const pathOf = ({ path }: Operation, values: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? placeholders[name] ?? '')

export const gradersCsv = 'email;languages;feedbackTags;gradingTags\n102;fi;;\n'

/** Of each operation with a body, one that it takes in the demo world as it begins. */
const bodies: Readonly<Partial<Record<OperationName, unknown>>> = {
  createSession: { token: tokenOf(105) }, putPreferences: defaultPreferences, configureCourse: { courseId: 12 },
  putCourseSettings: aSettingsChange(), refreshCourseTags: {}, importGraders: gradersCsv,
  resolveDelivery: { as: 'cancelled', reason: 'It shows no grade.' },
}

/** Calls of the learning platform that operations make beside asking who somebody is: who makes it, and its path, in the demo course without a snapshot. */
export const ownCalls: readonly (readonly [name: OperationName, userId: number, path: string])[] = [
  ['configureCourse', 101, '/api/v2/courses/12'], ['configureCourse', 101, '/api/v2/courses/12/usertags'],
  ['putCourseSettings', 101, '/api/v2/users/103'], ['refreshCourseTags', 101, '/api/v2/courses/11/usertags'],
  ['importGraders', 101, '/api/v2/users/102'], ['exportGraders', 101, '/api/v2/users/102'],
  ['refreshCourseSnapshot', 102, '/api/v2/courses/11/students'], ['getCourseSnapshot', 102, '/api/v2/courses/11/exercises'],
  ['listStudents', 102, '/api/v2/courses/11'], ['getStudent', 101, '/api/v2/courses/11/usertags'],
  ['getCourse', 201, '/api/v2/courses/11'], ['getCourseBySlug', 201, '/api/v2/courses/11'],
]

export interface OperationRequest extends FrontendRequest {
  readonly params?: Readonly<Record<string, string>>
  /** With its question mark. */
  readonly query?: string
}

/** Asks for the operation, with everything as it should be unless told otherwise; undefined leaves the body out. */
export function ask(service: TestService, [name, operation]: NamedOperation, request: OperationRequest = {}): Promise<Response> {
  const { params, query = '', headers, ...rest } = request
  return service.request(operation.method.toUpperCase(), `${pathOf(operation, params)}${query}`, {
    ...(operation.ifMatch && { ifMatch: name === 'putPreferences' ? '"0"' : '"1"' }),
    ...(name in bodies && { body: bodies[name] }),
    ...rest,
    headers: { ...(operation.csvBody && { 'Content-Type': 'text/csv' }), ...headers },
  })
}

export interface ErrorBody {
  readonly code?: string
  readonly requestId?: string
  readonly detail?: string
  readonly fieldErrors?: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

/** Status and code: what a client branches on. The code of a success is undefined. */
export async function verdictOf(answer: Response): Promise<[status: number, code: string | undefined]> {
  const text = await answer.text()
  return [answer.status, answer.ok ? undefined : (JSON.parse(text) as ErrorBody).code]
}

/** `path code` of each field error. */
export async function issuesOf(answer: Response): Promise<string[]> {
  const { fieldErrors = [] } = await answer.json() as ErrorBody
  return fieldErrors.map(({ path, code }) => `${path} ${code}`)
}

/** A request that `fetch` would not send: header lines that stand twice, or a body with GET. */
export async function sendRaw(
  service: TestService, method: string, path: string, { headers = {}, body }: { headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof sendRaw>>>()
  const sending = httpRequest(`${service.url}${frontendInternal.prefix}${path}`, {
    method, agent: false,
    headers: { 'X-Service-Frontend-Secret': frontendSecret, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }), ...headers },
  }, (answer) => {
    buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString() }), reject)
  })
  sending.on('error', reject)
  sending.end(body)
  return await promise
}
