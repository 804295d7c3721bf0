import type { DatabaseProxy, HoldOptions } from './database-proxy.ts'
import { ok } from './behaviour.ts'
import type { NameServer } from './name-server.ts'
import { accepted, answer, type Peer, type PeerPlay, ungraded } from './peer.ts'

/** A point of a delivery at which its worker can be stopped. */
export interface Moment {
  readonly title: string
  readonly scheme: 'http' | 'https'
  /** Holds the delivery there, and calls `reached` when the delivery has come. */
  readonly play?: (reached: () => void) => PeerPlay
  /** The statement to hold. Its `about` is the delivery's id unless given. */
  readonly hold?: Omit<HoldOptions, 'about'> & Partial<Pick<HoldOptions, 'about'>>
  /** The host name of its origin. */
  readonly name?: string
  /** A lost worker had the delivery, and the worker that is stopped takes it back. */
  readonly isLost?: true
  readonly feedbackBytes?: number
  /** The final state when another worker has processed it, while the first is dead or asleep. */
  readonly afterKill: FinalState
  /** The same when the first worker has woken up and has recorded all that it knows. */
  readonly afterPause: FinalState
}

/** A final state, and how often the grade was received. */
type FinalState = readonly [state: 'delivered' | 'ambiguous', received: 0 | 1]

const delivered: FinalState = ['delivered', 1]
const unknown: FinalState = ['ambiguous', 1]
/** The grade did not arrive, but no worker can know that. */
const neverReceived: FinalState = ['ambiguous', 0]

const longFeedback = 1_900_000

/** Plays `act` for the first request, and replies normally to the request of the next worker. */
const once =
  (act: (reached: () => void) => PeerPlay) =>
  (reached: () => void): PeerPlay => {
    let hasPlayed = false
    const first = (): boolean => {
      const before = hasPlayed
      hasPlayed = true
      return !before
    }
    const { connection, verification, post } = act(reached)
    return {
      ...(connection !== undefined && { connection }),
      ...(verification !== undefined && {
        verification: (exchange) =>
          first() ? verification(exchange) : serve(exchange, answer('200 OK', ungraded(exchange.submissionId))),
      }),
      ...(post !== undefined && { post: (exchange) => (first() ? post(exchange) : serve(exchange, ok)) }),
    }
  }

const serve = async (
  { socket, whole }: Parameters<NonNullable<PeerPlay['verification']>>[0],
  bytes: string,
): Promise<void> => {
  await whole
  socket.write(bytes)
}

/**
 * Stays silent on the connection of the verification, which is the first, or on that of the grade, which is the second: when it
 * is open, or in its handshake.
 */
const silentAt =
  (connection: 1 | 2, at: 'connection' | 'handshake') =>
  (reached: () => void): PeerPlay => ({
    connection: (socket, number) => {
      if (number !== connection) return false
      if (at === 'connection') reached()
      else socket.once('data', reached)
      return true
    },
  })

/** Receives the whole grade, and sends these bytes of the reply. */
const repliesPartly = (bytes: string) =>
  once((reached) => ({
    post: async ({ socket, whole }) => {
      await whole
      socket.write(bytes, 'latin1')
      reached()
    },
  }))

const head = ok.slice(0, -accepted.length)

export const moments: readonly Moment[] = [
  {
    title: 'its lease is committed, and the worker does not know it',
    scheme: 'http',
    hold: { statement: 'leaseDelivery', part: 'answer', byReply: true },
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'the name of its origin is being resolved',
    scheme: 'http',
    name: 'resolved.test',
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'its verification has a connection',
    scheme: 'http',
    play: silentAt(1, 'connection'),
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'the connection for its verification is in its handshake',
    scheme: 'https',
    play: silentAt(1, 'handshake'),
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'its verification is requested',
    scheme: 'http',
    play: once((reached) => ({
      verification: async ({ whole }) => {
        await whole
        reached()
      },
    })),
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'half of the reply to its verification has come',
    scheme: 'https',
    play: once((reached) => ({
      verification: async ({ socket, submissionId, whole }) => {
        await whole
        socket.write(answer('200 OK', ungraded(submissionId)).slice(0, -20))
        reached()
      },
    })),
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'the connection for the grade is in its handshake',
    scheme: 'https',
    play: silentAt(2, 'handshake'),
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'the send start is requested',
    scheme: 'http',
    hold: { statement: 'startSend', part: 'statement' },
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'the send has started, and the worker does not know it',
    scheme: 'https',
    hold: { statement: 'startSend', part: 'answer' },
    afterKill: neverReceived,
    afterPause: neverReceived,
  },
  {
    title: 'the first byte of the grade is sent',
    scheme: 'http',
    feedbackBytes: longFeedback,
    play: once((reached) => ({
      post: ({ socket }) => {
        socket.pause()
        reached()
      },
    })),
    afterKill: neverReceived,
    afterPause: neverReceived,
  },
  {
    title: 'half of the grade is sent',
    scheme: 'https',
    feedbackBytes: longFeedback,
    play: once((reached) => ({
      post: async ({ socket, part }) => {
        await part(0.5)
        socket.pause()
        reached()
      },
    })),
    afterKill: neverReceived,
    afterPause: neverReceived,
  },
  {
    title: 'the whole grade is sent',
    scheme: 'http',
    play: repliesPartly(''),
    afterKill: unknown,
    afterPause: unknown,
  },
  {
    title: 'the status line has come',
    scheme: 'https',
    play: repliesPartly('HTTP/1.1 200 OK\r\n'),
    afterKill: unknown,
    afterPause: unknown,
  },
  {
    title: 'the head of the reply has come',
    scheme: 'http',
    play: repliesPartly(head),
    afterKill: unknown,
    afterPause: unknown,
  },
  {
    title: 'half of the reply has come',
    scheme: 'https',
    play: repliesPartly(ok.slice(0, -9)),
    afterKill: unknown,
    afterPause: unknown,
  },
  {
    title: 'the reply has come, and is being recorded',
    scheme: 'http',
    hold: { statement: 'recordOutcome', part: 'statement' },
    afterKill: unknown,
    afterPause: delivered,
  },
  {
    title: 'the reply is recorded, and the worker does not know it',
    scheme: 'https',
    hold: { statement: 'recordOutcome', part: 'answer' },
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'its verification after the send is requested',
    scheme: 'http',
    play: (reached) => {
      let verifications = 0
      return {
        verification: async (exchange) => {
          verifications += 1
          if (verifications === 1) return await serve(exchange, answer('200 OK', ungraded(exchange.submissionId)))
          await exchange.whole
          reached()
        },
      }
    },
    afterKill: delivered,
    afterPause: delivered,
  },
  // In this order: a worker that is stopped at the first of these two cannot reach the second.
  {
    title: 'the worker is about to take back what another one lost',
    scheme: 'http',
    isLost: true,
    hold: { statement: 'reapExpiredLeases', part: 'statement', about: '' },
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'what another one lost is taken back, and the worker does not know it',
    scheme: 'https',
    isLost: true,
    hold: { statement: 'reapExpiredLeases', part: 'answer', byReply: true },
    afterKill: delivered,
    afterPause: delivered,
  },
]

export interface Reached {
  /** Whether the delivery is at its moment. */
  readonly isThere: () => boolean
}

/** Makes a delivery stop at its moment: at the peer, in the database proxy, or at the name server. */
export function arm(
  { play, hold, name }: Moment,
  peer: Peer,
  proxy: DatabaseProxy,
  deliveryId: string,
  names?: NameServer,
): Reached {
  if (hold !== undefined) {
    peer.play({})
    const { isCaught } = proxy.hold({ about: deliveryId, ...hold })
    return { isThere: isCaught }
  }
  if (name !== undefined && names !== undefined) {
    peer.play({})
    return { isThere: names.keepSilentOnce(name).isAsked }
  }
  let isThere = false
  peer.play(
    play?.(() => {
      isThere = true
    }) ?? {},
  )
  return { isThere: () => isThere }
}
