import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { FrontendTransportError, type FrontendTransport } from '@course-grading/frontend-transport'
import { setTimeout } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { tokenOf } from '../world.ts'

/** The client's methods for one user. A slow service may reject a call before it reads anything. Such a call is repeated. */
export function asPerson(transport: FrontendTransport, session: string): ReturnType<FrontendTransport['withSession']> {
  const methods = transport.withSession(session)
  return Object.fromEntries(
    Object.entries(methods).map(([id, method]) => [
      id,
      (call: unknown) => patiently(() => (method as (given: unknown) => Promise<unknown>)(call)),
    ]),
  ) as unknown as typeof methods
}

/** Repeats a call that a slow service rejected as overloaded. */
async function patiently<T>(ask: () => Promise<T>, attempts = 30): Promise<T> {
  return ask().catch(async (error: unknown) => {
    if (!(error instanceof FrontendTransportError) || error.code !== 'overloaded' || attempts === 0) throw error
    await setTimeout(1000)
    return patiently(ask, attempts - 1)
  })
}

/** A new session of a person of the demo world. */
export const signInTo = (transport: FrontendTransport, userId: number) =>
  patiently(() => transport.createSession({ body: { token: tokenOf(userId) } }))

/** The error of a call that must be rejected. */
export async function refusalOf(call: Promise<unknown>): Promise<FrontendTransportError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof FrontendTransportError) return outcome
  throw new Error('the call was not rejected', { cause: outcome })
}

/** The methods of a transport. Each reply is validated against the contract, and its operation is recorded. */
export function witnessed<Given extends object>(given: Given, answered: Set<string>): Given {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  return Object.fromEntries(
    Object.entries(frontendInternal.operations).map(([id, { replies }]: [string, Operation]) => [
      id,
      async (call?: unknown) => {
        const method = given[id as keyof Given] as (
          call?: unknown,
        ) => Promise<{ readonly status: number; readonly body: unknown }>
        const reply = await method(call)
        const schema = replies[reply.status]?.schema
        if (schema !== undefined) expect(ajv.validate(schema, reply.body), `${id}: ${ajv.errorsText()}`).toBe(true)
        answered.add(id)
        return reply
      },
    ]),
  ) as Given
}
