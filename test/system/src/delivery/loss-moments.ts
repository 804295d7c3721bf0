import type { LogLine } from '../service-process.ts'
import { ok } from './behaviour.ts'
import type { DatabaseProxy, Hold, HoldOptions } from './database-proxy.ts'
import { answer, type Peer, ungraded } from './peer.ts'

/** The final state of a delivery, and how often its grade was received. */
type FinalState = readonly [state: 'delivered' | 'refused' | 'ambiguous', received: 0 | 1]

/** A point of a delivery at which its worker loses the database. */
export interface LossMoment {
  readonly title: string
  /** The request that the peer holds until the database is lost, and its reply then. */
  readonly kept?: { readonly request: 'verification' | 'post'; readonly says: (submissionId: number) => string }
  readonly hold?: Omit<HoldOptions, 'about'>
  /** The log message by which the worker shows that it has noticed the loss. */
  readonly noticedBy: 'send start unknown' | 'not recorded yet' | 'work not taken'
  readonly afterReturn: FinalState
  /** The same when the worker is killed before the database comes back. */
  readonly afterDeath: FinalState
  /** Its send has started, and is later recorded as unsent. */
  readonly startsUnsent?: true
  /** The delivery is leased only once. */
  readonly oneLease?: true
}

const status = (line: string) => () => answer(line, '')

/** In the order in which tests reach them: the last ones first run into the worker's limit for a reply of the database. */
export const lossMoments: readonly LossMoment[] = [
  {
    title: 'the worker is about to request the send start',
    kept: { request: 'verification', says: (id) => answer('200 OK', ungraded(id)) },
    noticedBy: 'send start unknown',
    afterReturn: ['delivered', 1],
    afterDeath: ['delivered', 1],
  },
  {
    title: 'the worker is about to return the delivery',
    kept: { request: 'verification', says: status('503 Service Unavailable') },
    noticedBy: 'not recorded yet',
    afterReturn: ['delivered', 1],
    afterDeath: ['delivered', 1],
  },
  {
    title: 'the peer has received the grade, and will accept it',
    kept: { request: 'post', says: () => ok },
    noticedBy: 'not recorded yet',
    afterReturn: ['delivered', 1],
    afterDeath: ['ambiguous', 1],
    oneLease: true,
  },
  {
    title: 'the peer has received the grade, and will reject it',
    kept: { request: 'post', says: status('400 Bad Request') },
    noticedBy: 'not recorded yet',
    afterReturn: ['refused', 1],
    afterDeath: ['ambiguous', 1],
    oneLease: true,
  },
  {
    title: 'the peer has received the grade, and will fail',
    kept: { request: 'post', says: status('500 Internal Server Error') },
    noticedBy: 'not recorded yet',
    afterReturn: ['ambiguous', 1],
    afterDeath: ['ambiguous', 1],
    oneLease: true,
  },
  {
    title: 'the worker records the outcome of the send',
    hold: { statement: 'recordOutcome', part: 'statement' },
    noticedBy: 'not recorded yet',
    afterReturn: ['delivered', 1],
    afterDeath: ['ambiguous', 1],
    oneLease: true,
  },
  {
    title: 'the outcome of the send is recorded, and the worker does not know it',
    hold: { statement: 'recordOutcome', part: 'answer' },
    noticedBy: 'not recorded yet',
    afterReturn: ['delivered', 1],
    afterDeath: ['delivered', 1],
    oneLease: true,
  },
  {
    title: 'the worker requests the send start',
    hold: { statement: 'startSend', part: 'statement' },
    noticedBy: 'send start unknown',
    afterReturn: ['delivered', 1],
    afterDeath: ['delivered', 1],
  },
  {
    title: 'the send start is committed, and the worker does not know it',
    hold: { statement: 'startSend', part: 'answer' },
    noticedBy: 'send start unknown',
    afterReturn: ['delivered', 1],
    afterDeath: ['ambiguous', 0],
    startsUnsent: true,
  },
]

/** While a worker waits for this reply, it leases nothing else. */
export const leaseMoment: LossMoment = {
  title: 'the lease is committed, and the worker does not know it',
  hold: { statement: 'leaseDelivery', part: 'answer', byReply: true },
  noticedBy: 'work not taken',
  afterReturn: ['delivered', 1],
  afterDeath: ['delivered', 1],
}

export interface ArmedMoment {
  readonly isThere: () => boolean
  readonly hold: Hold | null
  /** The peer sends its reply. */
  readonly sendReply: () => void
}

/** Makes a delivery stop at its moment, at the peer or in the database proxy. Later requests are answered normally. */
export function armMoment(
  { kept, hold }: LossMoment,
  peer: Peer,
  proxy: DatabaseProxy,
  deliveryId: string,
): ArmedMoment {
  peer.play({})
  if (kept === undefined) {
    const held = hold === undefined ? null : proxy.hold({ ...hold, about: deliveryId })
    return { isThere: () => held?.isCaught() ?? true, hold: held, sendReply: () => {} }
  }
  const reached = Promise.withResolvers<void>()
  const databaseLost = Promise.withResolvers<void>()
  let isThere = false
  void reached.promise.then(() => {
    isThere = true
  })
  const usual = { verification: (id: number) => answer('200 OK', ungraded(id)), post: () => ok }
  peer.play({
    [kept.request]: async ({
      socket,
      submissionId,
      whole,
    }: Parameters<NonNullable<Parameters<Peer['play']>[0]['post']>>[0]) => {
      await whole
      const isFirst = !isThere
      reached.resolve()
      if (isFirst) await databaseLost.promise
      socket.write((isFirst ? kept.says : usual[kept.request])(submissionId))
    },
  })
  return { isThere: () => isThere, hold: null, sendReply: databaseLost.resolve }
}

/** Whether the worker has noticed the loss. */
export const isNoticed = ({ noticedBy }: LossMoment, deliveryId: string, lines: readonly LogLine[]): boolean =>
  lines.some(
    (line) => line.message === noticedBy && (noticedBy === 'work not taken' || line['deliveryId'] === deliveryId),
  )
