import { expect, type MatcherState } from 'vitest'

/** A reply of `fetch`, or one that was read already. Null if the connection ended without one. */
type Reply = { readonly status: number; readonly json?: () => Promise<unknown>; readonly body?: unknown } | null

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The status, and members that the document has among others. */
    toBeReply: (status: number, document?: object) => Promise<void>
    /** The status, and the code and other members of the error, as each boundary writes it. */
    toBeProblem: (status: number, code: string, others?: object) => Promise<void>
  }
}

expect.extend({
  async toBeReply(reply: Reply, status: number, document?: object) {
    const actual = { status: reply?.status, document: await documentOf(reply) }
    return verdict(this, actual, { status, ...(document !== undefined && { document }) })
  },
  async toBeProblem(reply: Reply, status: number, code: string, others: object = {}) {
    const document = (await documentOf(reply)) as { readonly error?: unknown } | undefined
    const actual = { status: reply?.status, problem: document?.error ?? document }
    return verdict(this, actual, { status, problem: { code, ...others } })
  },
})

async function documentOf(reply: Reply): Promise<unknown> {
  const document = reply?.json === undefined ? reply?.body : await reply.json().catch(() => undefined)
  return typeof document === 'string' && document !== '' ? JSON.parse(document) : document
}

function verdict({ equals, utils, customTesters }: MatcherState, actual: object, expected: object) {
  const pass = equals(actual, expected, [...customTesters, utils.iterableEquality, utils.subsetEquality])
  return { pass, actual, expected, message: () => `the reply was ${utils.printReceived(actual)}` }
}
