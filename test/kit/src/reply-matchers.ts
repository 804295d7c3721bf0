import { expect, type MatcherState } from 'vitest'

/** A reply of `fetch`, or one that was read already. Null if the connection ended without one. */
type Reply = {
  readonly status: number
  readonly clone?: () => { readonly json: () => Promise<unknown> }
  readonly json?: () => Promise<unknown>
  readonly body?: unknown
} | null

interface Problem {
  readonly error?: Problem
  readonly fieldErrors?: readonly { readonly path: string; readonly code: string }[]
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The status, and members that the document has among others. */
    toBeReply: (status: number, document?: object) => Promise<void>
    /** The same, and the revision as `ETag` and in `X-Assessment-Revision` if that is there. */
    toBeRevision: (status: number, revision: number, document?: object) => Promise<void>
    /** The status, the code, and either all field errors as `path code` or other members, as each boundary writes it. */
    toBeProblem: (status: number, code: string, others?: object | readonly string[]) => Promise<void>
    /** The values of these headers. */
    toHaveHeaders: (headers: Readonly<Record<string, unknown>>) => void
  }
}

expect.extend({
  async toBeReply(sent: Reply | Promise<Reply>, status: number, document?: object) {
    const reply = await sent
    const actual = { status: reply?.status, ...(await read(reply, document !== undefined || reply?.status !== status)) }
    return verdict(this, actual, { status, ...(document !== undefined && { document }) })
  },
  async toBeRevision(sent: Response | Promise<Response>, status: number, revision: number, document?: object) {
    const reply = await sent
    const etag = reply.headers.get('etag')
    const ofAssessment = reply.headers.get('x-assessment-revision') ?? String(revision)
    const isRead = document !== undefined || reply.status !== status
    const actual = { status: reply.status, etag, ofAssessment, ...(await read(reply, isRead)) }
    const expected = { status, etag: `"${revision}"`, ofAssessment: String(revision) }
    return verdict(this, actual, { ...expected, ...(document !== undefined && { document }) })
  },
  async toBeProblem(sent: Reply | Promise<Reply>, status: number, code: string, others: object = {}) {
    const reply = await sent
    const document = (await documentOf(reply)) as Problem | undefined
    const problem = document?.error ?? document
    const issues = problem?.fieldErrors?.map((each) => `${each.path} ${each.code}`) ?? []
    const actual = { status: reply?.status, problem, ...(Array.isArray(others) && { issues }) }
    const expected = Array.isArray(others)
      ? { problem: { code }, issues: others as readonly string[] }
      : { problem: { code, ...others } }
    return verdict(this, actual, { status, ...expected })
  },
  toHaveHeaders({ headers }: Response, expected: Readonly<Record<string, unknown>>) {
    const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]))
    return verdict(this, actual, expected)
  },
})

/** Without need a body stays unread, so that it may be read afterwards. */
const read = async (reply: Reply, isNeeded: boolean) => (isNeeded ? { document: await documentOf(reply) } : {})

async function documentOf(reply: Reply): Promise<unknown> {
  const unread = reply?.clone?.() ?? reply
  const document = unread?.json === undefined ? reply?.body : await unread.json().catch(() => undefined)
  return typeof document === 'string' && document !== '' ? JSON.parse(document) : document
}

function verdict({ equals, utils, customTesters }: MatcherState, actual: object, expected: object) {
  const pass = equals(actual, expected, [...customTesters, utils.iterableEquality, utils.subsetEquality])
  return { pass, actual, expected, message: () => `the reply was ${utils.printReceived(actual)}` }
}
