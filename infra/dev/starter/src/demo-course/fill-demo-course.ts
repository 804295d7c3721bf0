import { setTimeout as sleep } from 'node:timers/promises'
import { demoTokenOf } from '../map.ts'
import { essayRubric, feedbackTemplates, projectRubric, snippets } from './rubrics.ts'

/** The teacher of the demo course, and the exercises that people grade in it. */
export const teacherId = 101
export const courseId = 11
export const essayId = 1103
const projectId = 1104
export const maxAttempts = 10

export interface DemoFrontend {
  /** The origin of frontend-internal. */
  readonly frontendUrl: string
  /** The frontend's secret. */
  readonly secret: string
  readonly signal: AbortSignal
}

interface DemoCourse extends DemoFrontend {
  /** The origin of the simulator. */
  readonly simulatorUrl: string
}

/**
 * Fills the queues of the demo course, as its people and the isolated grader would do it: every submission is registered, the
 * snapshot is taken, and rubrics, snippets and templates of feedback are there. Everything that exists already stays as it is.
 */
export async function fillDemoCourse(course: DemoCourse): Promise<void> {
  const teacher = await signIn(course)
  await Promise.all([
    registerAll(course),
    judgeByRubrics(teacher),
    beginFromTemplates(teacher),
    teacher('POST', `/courses/${courseId}/snapshot/refresh`),
  ])
  await teacher('DELETE', '/session')
}

async function registerAll({ simulatorUrl, signal }: DemoCourse): Promise<void> {
  const reply = await fetch(`${simulatorUrl}/__sim/registrations`, { method: 'POST', signal })
  await require(reply, 'registering the submissions')
}

async function judgeByRubrics(teacher: Send): Promise<void> {
  const { items } = (await teacher('GET', `/courses/${courseId}/rubrics`)) as { items: unknown[] }
  if (items.length > 0) return
  const essay = await publish(teacher, essayRubric)
  const project = await publish(teacher, projectRubric)
  await grade(teacher, essayId, { rubricId: essay, release: 'manual' })
  await grade(teacher, projectId, { rubricId: project, release: 'immediate' })
  for (const snippet of snippets) {
    const about = { scope: 'course', exerciseId: null, criterionId: null }
    await teacher('POST', `/courses/${courseId}/snippets`, { body: { ...about, ...snippet } })
  }
}

async function beginFromTemplates(teacher: Send): Promise<void> {
  const path = `/courses/${courseId}/feedback/templates`
  const { revision } = (await teacher('GET', path)) as { revision: number }
  if (revision === 0) await teacher('PUT', path, { revision, body: { templates: feedbackTemplates } })
}

async function publish(teacher: Send, document: object): Promise<string> {
  const { rubricId } = (await teacher('POST', `/courses/${courseId}/rubrics`, { body: { document } })) as {
    rubricId: string
  }
  await teacher('POST', `/rubrics/${rubricId}/publish`, { revision: 1 })
  return rubricId
}

async function grade(teacher: Send, exerciseId: number, change: object): Promise<void> {
  const path = `/courses/${courseId}/exercises/${exerciseId}/grading`
  const settings = (await teacher('GET', path)) as object
  await teacher('PUT', path, { revision: 0, body: { ...settings, ...change } })
}

interface Given {
  readonly body?: object
  /** The revision in `If-Match`. */
  readonly revision?: number
}
/** A request in a session; resolves with the body of the reply. */
type Send = (method: string, path: string, given?: Given) => Promise<unknown>

async function signIn(course: DemoCourse): Promise<Send> {
  const begin = requests(course, {})
  const { sessionId } = (await begin('POST', '/sessions', { body: { token: demoTokenOf(teacherId) } })) as {
    sessionId: string
  }
  return requests(course, { Authorization: `Bearer ${sessionId}` })
}

function requests({ frontendUrl, secret, signal }: DemoCourse, credential: Record<string, string>): Send {
  return async (method, path, { body, revision } = {}) => {
    const reply = await patiently(signal, `${frontendUrl}/internal/frontend${path}`, {
      method,
      headers: {
        'X-Service-Frontend-Secret': secret,
        ...credential,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(revision !== undefined && { 'If-Match': `"${revision}"` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    })
    await require(reply, `${method} ${path}`)
    return reply.status === 204 ? undefined : await reply.json()
  }
}

/**
 * On a busy machine a service that was just started may reject requests before it reads anything. Then this waits for the time
 * in `Retry-After`.
 */
async function patiently(signal: AbortSignal, url: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(url, request)
    if (reply.status !== 503 || attempt === maxAttempts) return reply
    await reply.body?.cancel()
    await sleep(Number(reply.headers.get('retry-after') ?? 1) * 1_000, undefined, { signal })
  }
}

async function require(reply: Response, what: string): Promise<void> {
  if (!reply.ok) throw new Error(`${what} got ${reply.status} ${await reply.text()}`)
}
