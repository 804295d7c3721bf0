import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { afterEach, describe, expect, it } from 'vitest'
import { aBoundary, anOperation } from './an-operation.fixture.ts'
import { serveBoundary, type ServedBoundary } from './serve-boundary.fixture.ts'

let served: ServedBoundary | undefined
afterEach(() => served?.close())

describe('a request that loses its database', () => {
  it('gets 503 with Retry-After if surely nothing was committed', async () => {
    const { reply, logged } = await ask(lost(true))
    expect(reply).toEqual([503, 'overloaded', '1'])
    expect(logged).toMatchObject({ level: 'warn', outcome: 'nothing_committed', sqlstate: '57P01' })
  })

  it('gets 500 if the answer to a commit is missing', async () => {
    const { reply, logged } = await ask(lost(false))
    expect(reply).toEqual([500, 'internal', null])
    expect(logged).toMatchObject({ level: 'error', outcome: 'commit_unknown', operation: 'createThing' })
  })

  it('gets 503 before its handler, whatever was under way', async () => {
    const { reply, logged } = await ask(lost(false), lost(false))
    expect(reply).toEqual([503, 'overloaded', '1'])
    expect(logged).toMatchObject({ outcome: 'nothing_committed' })
  })
})

const boundary = defineBoundary({
  ...aBoundary,
  operations: {
    createThing: defineOperation({ ...anOperation, method: 'post', replies: { 204: { description: '' } } }),
  },
})

const lost = (nothingCommitted: boolean) => async (): Promise<never> => {
  throw new DatabaseUnavailable('57P01', nothingCommitted)
}

/** The reply to a request whose handler, or whose check of the right, loses the database; and the log line about that. */
async function ask(handler: () => Promise<never>, authorize?: () => Promise<never>) {
  served = await serveBoundary<typeof boundary>(boundary, { createThing: handler }, authorize)
  const reply = await fetch(`http://127.0.0.1:${served.port}/thing`, { method: 'POST' })
  const { code } = (await reply.json()) as { code: string }
  const [line] = served.logLines.filter((each) => each.includes('database_lost'))
  return { reply: [reply.status, code, reply.headers.get('retry-after')], logged: JSON.parse(line ?? '{}') as unknown }
}
