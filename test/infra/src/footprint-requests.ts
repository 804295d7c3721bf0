import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import type { Boundary, Operation } from '@course-grading/contracts/operation/operation'
import { publicApi } from '@course-grading/contracts/boundaries/public-api'
import type { FakeUpstream } from '@course-grading/test-fake-upstream'
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
/** The users whose sessions are ended by the examples. There are many, because each may sign in only a few times a minute. */
const leaving = Array.from({ length: 30 }, (_, index) => 201 + index)
const atOnce = 8
const patch = 'application/merge-patch+json'

/** A service that is to get requests. */
interface Target {
  readonly boundary: Boundary
  readonly port: number
  readonly upstream: FakeUpstream
}

/**
 * Sends the contract's examples of all operations in rotation, `count` requests in all, as a teacher of the demo world who is
 * signed in. Resolves with the number of replies with each status.
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
  const made = boundary === frontendInternal ? await makeExamples(base, teachers) : {}
  let left = 0
  const nextLeaving = (): number => leaving[left++ % leaving.length]!
  const send = async (operation: Operation): Promise<void> => {
    const { method, path, example, csvBody } = operation
    const endsSessions = method === 'delete' && /^\/sessions?$/.test(path)
    // A delete uses the id of the example, so that it does not delete the object that the other operations use.
    const ids = method === 'delete' ? {} : (made[operation.subject ?? ''] ?? {})
    const params: Readonly<Record<string, unknown>> = { ...example.params, ...ids }
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? 1))
    const query = new URLSearchParams(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]))
    const body = bodyOf(operation, upstream, nextLeaving)
    const reply = await fetch(`${base}${target}?${query}`, {
      method,
      headers: {
        ...secrets,
        Authorization: endsSessions ? await credentialOf(nextLeaving()) : teachers,
        ...(body !== undefined && {
          'Content-Type': csvBody ? 'text/csv' : method === 'patch' ? patch : 'application/json',
        }),
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

/** Makes a rubric, a snippet and a feedback document by their examples; returns their ids by the subject of operations about them. */
async function makeExamples(
  base: string,
  credential: string,
): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const make = async ({ path, example }: Operation): Promise<Record<string, string>> => {
    const reply = await fetch(base + path.replace('{courseId}', '11'), {
      method: 'POST',
      headers: { ...secrets, Authorization: credential, 'Content-Type': 'application/json' },
      ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Record<string, string>
  }
  const { createFeedback, createRubric, createSnippet, refreshCourseSnapshot } = frontendInternal.operations
  // Feedback can only be written about a student on the roster.
  await make(refreshCourseSnapshot)
  const [{ rubricId = '' }, { snippetId = '' }, { id = '' }] = [
    await make(createRubric),
    await make(createSnippet),
    await make(createFeedback),
  ]
  return { rubric: { rubricId }, snippet: { snippetId }, feedback: { id } }
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
    // Grades may be sent to the simulator only.
    ...(isObject && 'callbackUrl' in body && { callbackUrl: upstream.submissionUrl(3001) }),
    // A person may have only a few sessions at the same time, and the teacher's must not end.
    ...(isObject && 'token' in body && { token: tokenOf(nextLeaving()) }),
  })
}
