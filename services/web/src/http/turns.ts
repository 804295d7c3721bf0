import { createSemaphore } from '@course-grading/concurrency'
import {
  clientAddress,
  clientHost,
  clientNetwork,
  createBodySlots,
  createPersonSlots,
  HttpError,
  readBody,
} from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'

/** Of the 256 requests that a process has at work. Those that wait count among them, so not all may wait. */
export const turnLimits = {
  ofPerson: { inFlight: 32, waiting: 32, waitMs: 5_000 },
  ofNetwork: { inFlight: 64, waiting: 32, waitMs: 5_000 },
  /** Of all networks together: the rest is left for people who are known. */
  ofStrangers: 160,
  /** Bodies that arrive slowly. */
  bodiesOfPerson: { maxPerCaller: 16, maxTotal: 96 },
  bodiesOfAddress: { maxPerCaller: 8, waiting: 8, waitMs: 5_000, maxTotal: 32 },
  /** Texts that nobody can take, which are given back as a page. */
  givenBackToAddress: { inFlight: 2, waiting: 32, waitMs: 5_000 },
} as const

interface Turn {
  /** By what the request is counted: a person, if the session is known by now, or a network. */
  readonly caller: () => string
  readonly readBody: (limitBytes: number) => Promise<Uint8Array>
  /** Returns what ends the giving back. @throws HttpError overloaded */
  readonly takeGiveBack: () => Promise<() => void>
}

type Next = () => Promise<unknown>

/** Keeps one person, and one network of people who are not known, from holding all that this process has. Assets cost next to nothing. */
export function takeTurns({ cookie, sessions, config }: Pick<Deps, 'cookie' | 'sessions' | 'config'>) {
  const ofPerson = createPersonSlots<string>(turnLimits.ofPerson)
  const ofNetwork = createPersonSlots<string>(turnLimits.ofNetwork)
  const strangers = createSemaphore({ slots: turnLimits.ofStrangers })
  const bodiesOfPerson = createBodySlots<string>(turnLimits.bodiesOfPerson)
  const bodiesOfAddress = createBodySlots<string>(turnLimits.bodiesOfAddress)
  const givenBack = createPersonSlots<string>(turnLimits.givenBackToAddress)

  async function takeOfStranger(network: string): Promise<() => void> {
    if (!strangers.tryAcquire()) throw new HttpError('overloaded', { retryAfterS: 1 })
    try {
      const release = await ofNetwork(network)
      return () => {
        release()
        strangers.release()
      }
    } catch (error) {
      strangers.release()
      throw error
    }
  }

  return async (ctx: RouterContext, next: Next): Promise<void> => {
    if (ctx.path.startsWith('/assets/')) return void (await next())
    const held = cookie.read(ctx)
    const address = clientAddress(ctx.req, config.TRUSTED_PROXY_HOPS)
    const [host, network] = [clientHost(address), clientNetwork(address)]
    const person = () => held && sessions.personOf(held)
    const turn: Turn = {
      caller: () => person() ?? network,
      readBody(limitBytes) {
        const known = person()
        const [slots, caller] = known === null ? [bodiesOfAddress, host] : [bodiesOfPerson, known]
        return slots.read(ctx.req, caller, () => readBody(ctx, limitBytes))
      },
      takeGiveBack: () => givenBack(host),
    }
    ctx.state['turn'] = turn
    const known = person()
    const release = await (known === null ? takeOfStranger(network) : ofPerson(known))
    try {
      await next()
    } finally {
      release()
    }
  }
}

export const turnOf = ({ state }: Pick<RouterContext, 'state'>): Turn => (state as { readonly turn: Turn }).turn
