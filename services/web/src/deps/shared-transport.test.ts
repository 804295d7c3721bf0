import { Readable } from 'node:stream'
import { type FrontendTransport, FrontendTransportError } from '@course-grading/frontend-transport'
import { describe, expect, it } from 'vitest'
import { createKnownSessions } from './known-sessions.ts'
import { connectionsOfCaller, shareTransport } from './shared-transport.ts'

const params = { submissionId: 1, fileId: 2 }

describe('the connections of one caller', () => {
  it('are half of all, of which an unread file holds one', async () => {
    const { files, download } = openTransport()
    for (let count = 0; count < connectionsOfCaller; count += 1) await download('person 1')
    const further = download('person 1')
    await download('person 2')
    expect(files).toHaveLength(connectionsOfCaller + 1)
    files[0]?.destroy()
    await further
    expect(files).toHaveLength(connectionsOfCaller + 2)
  })

  it('are waited for no longer than the caller waits', async () => {
    const { download } = openTransport()
    for (let count = 0; count < connectionsOfCaller; count += 1) await download('person 1')
    await expect(download('person 1', AbortSignal.timeout(10))).rejects.toMatchObject({ kind: 'aborted' })
  })
})

describe('tokens that anybody may send', () => {
  it('leave connections for launches, however long they take', async () => {
    const { signIn, answers } = openTransport()
    const { promise: never } = Promise.withResolvers<void>()
    answers.after = never
    for (let count = 0; count < connectionsOfCaller; count += 1) void signIn()
    delete answers.after
    expect(await signIn({ nonce: '1', timestamp: 1 })).toMatchObject({ body: { sessionId: 'new' } })
  })
})

describe('a session', () => {
  it("is its person's as soon as it is made", async () => {
    const { sessions, signIn } = openTransport()
    await signIn()
    expect(sessions.personOf({ sessionId: 'new', userId: 101 })).toBe('person 101')
  })

  it('is known from its first reply until one says that it has ended', async () => {
    const { sessions, download, answers } = openTransport()
    const held = { sessionId: 'held', userId: 101 }
    expect(sessions.personOf(held)).toBeNull()
    await download('network')
    expect(sessions.personOf(held)).toBe('session held')
    answers.error = new FrontendTransportError({ operation: '', requestId: '', status: 401, code: 'session_expired' })
    await expect(download('network')).rejects.toThrow()
    expect(sessions.personOf(held)).toBeNull()
  })

  it.each([
    ['its person', 101, 'person 101'],
    ['nobody, where a cookie names another', 102, null],
  ])('counts for %s', (_who, userId, person) => {
    const sessions = createKnownSessions()
    sessions.confirm('held', 101)
    sessions.confirm('held')
    expect(sessions.personOf({ sessionId: 'held', userId })).toBe(person)
  })
})

function openTransport() {
  const files: Readable[] = []
  const answers: { error?: Error; after?: Promise<void> } = {}
  const createSession = async () => {
    await answers.after
    return { body: { sessionId: 'new', session: { user: { userId: 101 } } } }
  }
  const getSubmissionFile = async () => {
    if (answers.error) throw answers.error
    files.push(new Readable({ read: () => {} }))
    return { body: files.at(-1) }
  }
  const sessions = createKnownSessions()
  const transport = shareTransport({ createSession, getSubmissionFile } as unknown as FrontendTransport, sessions)
  const download = (caller: string, signal?: AbortSignal) =>
    transport.withSession('held', caller).getSubmissionFile({ params, ...(signal && { signal }) })
  const signIn = (launch?: { nonce: string; timestamp: number }) =>
    transport.createSession({ body: { token: 'a', ...(launch && { launch }) } })
  return { files, answers, sessions, download, signIn }
}
