import { demoTokenOf } from '../map.ts'
import { report, type Stage } from './stage.ts'

export interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Somebody of the demo world at the web frontend: a session at frontend-internal, which begins with the first request. */
export class FrontendSession {
  readonly #stage: Stage
  readonly #person: { readonly who: string; readonly userId: number }
  #session: string | undefined

  constructor(stage: Stage, person: { readonly who: string; readonly userId: number }) {
    this.#stage = stage
    this.#person = person
  }

  /** `revision` is sent in `If-Match`. A PATCH is a merge patch. */
  async send(method: string, path: string, body?: object, given: { readonly revision?: number } = {}): Promise<Reply> {
    const headers = {
      ...(given.revision !== undefined && { 'If-Match': `"${given.revision}"` }),
      ...(method === 'PATCH' && { 'Content-Type': 'application/merge-patch+json' }),
    }
    return await jsonOf(await this.#fetch(method, path, body, headers))
  }

  /** The bytes of an attachment. @throws Error if there is none */
  async download(path: string): Promise<{ readonly status: number; readonly bytes: Buffer }> {
    const reply = await this.#fetch('GET', path)
    if (!reply.ok) throw new Error(`${path} got ${reply.status} ${await reply.text()}`)
    return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
  }

  async #fetch(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    this.#session ??= await this.#signIn()
    return await this.#frontend(method, path, body, {
      Authorization: `Bearer ${this.#session}`,
      ...headers,
    })
  }

  async #signIn(): Promise<string> {
    const { who, userId } = this.#person
    const { status, body } = await jsonOf(await this.#frontend('POST', '/sessions', { token: demoTokenOf(userId) }))
    report(this.#stage, 'frontend-internal', `the ${who} signs in: ${status}`)
    return String(body['sessionId'])
  }

  #frontend(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    const { ports, secrets, signal } = this.#stage
    return fetch(`http://127.0.0.1:${ports.frontendInternal}/internal/frontend${path}`, {
      method,
      headers: {
        'X-Service-Frontend-Secret': secrets.frontend,
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    })
  }
}

async function jsonOf(reply: Response): Promise<Reply> {
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}
