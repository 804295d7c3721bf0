import { randomBytes } from 'node:crypto'
import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect } from 'vitest'
import { askFrontend } from '../frontend-client.ts'
import { type Asking, Traffic } from './secret-rotation-traffic.ts'
import type { ServiceName, ServiceProcess } from '../service-process.ts'
import { it } from '../system-test.ts'
import { tokenOf } from '../world.ts'

describe('the secret of a service', () => {
  it.for(boundaries)(
    '$variable is changed in three roll-outs under traffic, and no request is rejected',
    { timeout: 300_000 },
    async ({ service, variable, header, prefix, paths, signIn }, { world }) => {
      const [before, after] = [secretOf('before'), secretOf('after')]
      const start = (secrets: Record<string, string>) => world.start(service, secrets)
      const [old, both, fresh] = await Promise.all([
        start({ [variable]: before }),
        start({ [variable]: after, [`${variable}_PREVIOUS`]: before }),
        start({ [variable]: after }),
      ])
      const session = await signIn?.(old, before)
      const headersWith = (secret: string): Record<string, string> => ({ [header]: secret, ...session })
      const statusAt = async ({ url }: { readonly url: string }, secret: string): Promise<number> =>
        (await fetch(`${url}${prefix}${paths[0]}`, { headers: headersWith(secret) })).status

      const known = Array.from({ length: 8 }, () => before)
      const traffic = new Traffic(
        [old],
        known.map((_, person): Asking => () => ({
          path: `${prefix}${paths[person % paths.length]}`,
          headers: headersWith(known[person]!),
        })),
      )
      const moveTo = async (...serving: ServiceProcess[]): Promise<void> => {
        await traffic.moveTo(serving)
        await traffic.more(requestsEachStep)
      }
      await traffic.more(requestsEachStep)
      expect(await statusAt(old, after)).toBe(401)
      await moveTo(old, both)
      await moveTo(both)
      // Callers switch to the new secret one by one, and meanwhile both are in use.
      for (const person of known.keys()) {
        known[person] = after
        await traffic.more(requestsEachStep / 10)
      }
      await moveTo(both, fresh)
      await moveTo(fresh)
      expect([...(await traffic.end()).keys()]).toEqual(['200'])
      expect(await statusAt(fresh, before)).toBe(401)
    },
  )
})

const requestsEachStep = fullRun ? 1000 : 100
const secretOf = (name: string): string => `${name}-${randomBytes(24).toString('hex')}`

interface Boundary {
  readonly service: ServiceName
  readonly variable: string
  readonly header: string
  readonly prefix: string
  /** A read that needs the secret, and the headers of `signIn` if there is one. */
  readonly paths: readonly string[]
  readonly signIn?: (process: ServiceProcess, secret: string) => Promise<Readonly<Record<string, string>>>
}

const boundaries: readonly Boundary[] = [
  {
    service: 'frontend-internal',
    variable: 'FRONTEND_SECRET',
    header: 'X-Service-Frontend-Secret',
    prefix: '/internal/frontend',
    paths: ['/courses/all', '/session', '/courses', '/courses/11/settings'],
    async signIn(process, secret) {
      const reply = await askFrontend(process, 'POST', '/sessions', { secret, body: { token: tokenOf(101) } })
      expect(reply.status).toBe(201)
      return { Authorization: `Bearer ${((await reply.json()) as { sessionId: string }).sessionId}` }
    },
  },
  {
    service: 'manual-grading',
    variable: 'MANUAL_GRADING_SECRET',
    header: 'X-Service-Manual-Grading-Secret',
    prefix: '/api/internal/manual-grading',
    paths: ['/exercises/1103/course', '/capabilities?courseId=11&exerciseId=1103'],
  },
]
