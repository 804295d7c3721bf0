import { type Boundary, frontendInternal, manualGrading, type Operation, publicApi } from '@course-grading/contracts'
import type { FakeUpstream } from '@course-grading/fake-upstream'
import { developmentSecrets } from '@course-grading/http-kit'
import { tokenOf } from '@course-grading/test-service'

/** The names of the services, with the boundary that each serves. */
export const boundaries = {
  'public-api': publicApi,
  'frontend-internal': frontendInternal,
  'manual-grading': manualGrading,
} as const satisfies Record<string, Boundary>

const secrets = {
  'X-Service-Frontend-Secret': developmentSecrets.frontendSecret,
  'X-Service-Manual-Grading-Secret': developmentSecrets.manualGradingSecret,
}
const teacher = 101
/** Whose sessions end by the examples that end sessions: many, because each may sign in a few times a minute only. */
const leaving = Array.from({ length: 30 }, (_, index) => 201 + index)
const atOnce = 8

/** A service that is to get requests. */
export interface Target {
  readonly boundary: Boundary
  readonly port: number
  readonly upstream: FakeUpstream
}

/**
 * The contract's example of each operation in turn, until there were `count`, by a teacher of the demo world who is signed in.
 * Resolves with how often each status came.
 */
export async function sendExamples({ boundary, port, upstream }: Target, count: number): Promise<Map<number, number>> {
  const base = `http://127.0.0.1:${port}${boundary.prefix}`
  const list = Object.values<Operation>(boundary.operations)
  const statuses = new Map<number, number>()
  const signIn = async (userId: number): Promise<string> => {
    const reply = await fetch(`${base}/sessions`, {
      method: 'POST',
      headers: { ...secrets, 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: tokenOf(userId) }),
    })
    return `Bearer ${((await reply.json()) as { sessionId: string }).sessionId}`
  }
  const credentialOf = (userId: number): string | Promise<string> =>
    boundary === frontendInternal ? signIn(userId) : `Token ${tokenOf(userId)}`
  const teachers = await credentialOf(teacher)
  let left = 0
  const nextLeaving = (): number => leaving[left++ % leaving.length]!
  const send = async (operation: Operation): Promise<void> => {
    const { method, path, example, csvBody } = operation
    const endsSessions = method === 'delete' && /^\/sessions?$/.test(path)
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(example.params?.[name] ?? 1))
    const query = new URLSearchParams(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]))
    const body = bodyOf(operation, upstream, nextLeaving)
    const reply = await fetch(`${base}${target}?${query}`, {
      method,
      headers: {
        ...secrets,
        Authorization: endsSessions ? await credentialOf(nextLeaving()) : teachers,
        ...(body !== undefined && { 'Content-Type': csvBody ? 'text/csv' : 'application/json' }),
        ...(example.revision !== undefined && { 'If-Match': `"${example.revision}"` }),
      },
      ...(body !== undefined && { body }),
    })
    await reply.arrayBuffer()
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
  }
  for (let sent = 0; sent < count; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, index) => send(list[(sent + index) % list.length]!)))
  return statuses
}

function bodyOf(
  { example, csvBody }: Operation,
  upstream: FakeUpstream,
  nextLeaving: () => number,
): string | undefined {
  const { body } = example
  if (body === undefined) return undefined
  if (csvBody) return String(body)
  const isObject = typeof body === 'object' && body !== null
  return JSON.stringify({
    ...body,
    // The simulator is where grades may be sent to.
    ...(isObject && 'callbackUrl' in body && { callbackUrl: upstream.submissionUrl(3001) }),
    // A person has few sessions at once, and the teacher's must not end.
    ...(isObject && 'token' in body && { token: tokenOf(nextLeaving()) }),
  })
}
