import type { LogLine } from '../service-process.ts'
import { ok } from './behaviour.ts'
import type { DatabaseProxy, Hold, HoldOptions } from './database-proxy.ts'
import { answer, type Peer, ungraded } from './peer.ts'

/** Where a delivery stands in the end, and how often its grade was received. */
export type Rest = readonly [state: 'delivered' | 'refused' | 'ambiguous', received: 0 | 1]

/** A point on the way of a delivery at which its worker loses the database. */
export interface LossMoment {
  readonly title: string
  /** The request that the peer keeps until the database is away, and what it says to it then. */
  readonly kept?: { readonly request: 'look' | 'post'; readonly says: (submissionId: number) => string }
  readonly hold?: Omit<HoldOptions, 'about'>
  /** How the worker finds out. */
  readonly heard: 'send start unknown' | 'not recorded yet' | 'work not taken'
  readonly afterReturn: Rest
  /** The same when the worker is killed before the database comes back. */
  readonly afterDeath: Rest
  /** Its send start was passed, and is known to have been in vain. */
  readonly inVain?: true
  /** What one lease began, the same one ends. */
  readonly oneLease?: true
}

const status = (line: string) => () => answer(line, '')

/** In the order in which they are reached: a worker does not wait long for an answer of its database. */
export const lossMoments: readonly LossMoment[] = [
  {
    title: 'it is about to ask for the send start',
    kept: { request: 'look', says: (id) => answer('200 OK', ungraded(id)) },
    heard: 'send start unknown',
    afterReturn: ['delivered', 1],
    afterDeath: ['delivered', 1],
  },
  {
    title: 'it is about to give the delivery back',
    kept: { request: 'look', says: status('503 Service Unavailable') },
    heard: 'not recorded yet',
    afterReturn: ['delivered', 1],
    afterDeath: ['delivered', 1],
  },
  {
    title: 'the peer has the grade, and takes it',
    kept: { request: 'post', says: () => ok },
    heard: 'not recorded yet',
    afterReturn: ['delivered', 1],
    afterDeath: ['ambiguous', 1],
    oneLease: true,
  },
  {
    title: 'the peer has the grade, and refuses it',
    kept: { request: 'post', says: status('400 Bad Request') },
    heard: 'not recorded yet',
    afterReturn: ['refused', 1],
    afterDeath: ['ambiguous', 1],
    oneLease: true,
  },
  {
    title: 'the peer has the grade, and fails',
    kept: { request: 'post', says: status('500 Internal Server Error') },
    heard: 'not recorded yet',
    afterReturn: ['ambiguous', 1],
    afterDeath: ['ambiguous', 1],
    oneLease: true,
  },
  {
    title: 'it records what became of the send',
    hold: { statement: 'recordOutcome', part: 'statement' },
    heard: 'not recorded yet',
    afterReturn: ['delivered', 1],
    afterDeath: ['ambiguous', 1],
    oneLease: true,
  },
  {
    title: 'it has recorded what became of the send, and does not know it',
    hold: { statement: 'recordOutcome', part: 'answer' },
    heard: 'not recorded yet',
    afterReturn: ['delivered', 1],
    afterDeath: ['delivered', 1],
    oneLease: true,
  },
  {
    title: 'it asks for the send start',
    hold: { statement: 'startSend', part: 'statement' },
    heard: 'send start unknown',
    afterReturn: ['delivered', 1],
    afterDeath: ['delivered', 1],
  },
  {
    title: 'its send start is committed, and it does not know it',
    hold: { statement: 'startSend', part: 'answer' },
    heard: 'send start unknown',
    afterReturn: ['delivered', 1],
    afterDeath: ['ambiguous', 0],
    inVain: true,
  },
]

/** While it waits for this, a worker takes nothing else. */
export const leaseMoment: LossMoment = {
  title: 'its lease is committed, and it does not know it',
  hold: { statement: 'leaseDelivery', part: 'answer', byReply: true },
  heard: 'work not taken',
  afterReturn: ['delivered', 1],
  afterDeath: ['delivered', 1],
}

export interface ArmedMoment {
  readonly isThere: () => boolean
  readonly hold: Hold | null
  /** The peer says what it has to say. */
  readonly goOn: () => void
}

/** Makes a delivery stop at its moment, at the peer or in the proxy of its worker's database; whatever comes later goes well. */
export function armMoment(
  { kept, hold }: LossMoment,
  peer: Peer,
  proxy: DatabaseProxy,
  deliveryId: string,
): ArmedMoment {
  peer.play({})
  if (kept === undefined) {
    const held = hold === undefined ? null : proxy.hold({ ...hold, about: deliveryId })
    return { isThere: () => held?.isCaught() ?? true, hold: held, goOn: () => {} }
  }
  const reached = Promise.withResolvers<void>()
  const away = Promise.withResolvers<void>()
  let isThere = false
  void reached.promise.then(() => {
    isThere = true
  })
  const usual = { look: (id: number) => answer('200 OK', ungraded(id)), post: () => ok }
  peer.play({
    [kept.request]: async ({
      socket,
      submissionId,
      whole,
    }: Parameters<NonNullable<Parameters<Peer['play']>[0]['post']>>[0]) => {
      await whole
      const isFirst = !isThere
      reached.resolve()
      if (isFirst) await away.promise
      socket.write((isFirst ? kept.says : usual[kept.request])(submissionId))
    },
  })
  return { isThere: () => isThere, hold: null, goOn: away.resolve }
}

/** Whether the worker has found out. */
export const isHeard = ({ heard }: LossMoment, deliveryId: string, lines: readonly LogLine[]): boolean =>
  lines.some((line) => line.message === heard && (heard === 'work not taken' || line['deliveryId'] === deliveryId))
