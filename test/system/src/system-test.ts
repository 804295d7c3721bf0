import { test } from 'vitest'
import { askFrontend, type FrontendSending, signIn } from './frontend-client.ts'
import { startWorld } from './world.ts'
import '@course-grading/test-kit/reply-matchers'

/** Tests of services as processes. A world and its processes start when the first test of a file asks for them, and end with the file. */
export const it = test
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await startWorld()
    onCleanup(world.stop)
    return world
  })
  .extend('publicApi', { scope: 'file' }, ({ world }) => world.start('public-api'))
  .extend('frontend', { scope: 'file' }, ({ world }) => world.start('frontend-internal'))
  /** Of teacher 101. */
  .extend('session', { scope: 'file' }, ({ frontend }) => signIn(frontend))
  /** A request of that teacher, which must succeed. */
  .extend('ask', { scope: 'file' }, ({ frontend, session }): Ask => {
    return async (method, path, sending = {}) => {
      const reply = await askFrontend(frontend, method, path, { session, ...sending })
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
      return reply
    }
  })

export type Ask = (method: string, path: string, sending?: FrontendSending) => Promise<Response>
