import type { DatabaseProxy, HoldOptions } from './database-proxy.ts'
import { ok } from './behaviour.ts'
import type { NameServer } from './name-server.ts'
import { accepted, answer, type Peer, type PeerPlay, ungraded } from './peer.ts'

/** A point on the way of a delivery at which its worker can be stopped dead. */
export interface Moment {
  readonly title: string
  readonly scheme: 'http' | 'https'
  /** Holds the delivery there; `reached` is called when it has come. */
  readonly play?: (reached: () => void) => PeerPlay
  /** About itself, unless it says about what. */
  readonly hold?: Omit<HoldOptions, 'about'> & Partial<Pick<HoldOptions, 'about'>>
  /** Its origin is this name. */
  readonly name?: string
  /** It is another one's, which is lost, and the worker that stops takes it back. */
  readonly isLost?: true
  readonly feedbackBytes?: number
  /** Where it stands once another worker has seen to it, be the first one dead or asleep. */
  readonly afterKill: Rest
  /** The same when the first one has woken up, and has said all that it knows. */
  readonly afterPause: Rest
}

/** How often its grade was received, beside its state. */
export type Rest = readonly [state: 'delivered' | 'ambiguous', received: 0 | 1]

const delivered: Rest = ['delivered', 1]
const unknown: Rest = ['ambiguous', 1]
/** Nobody knows that it did not arrive. */
const inVain: Rest = ['ambiguous', 0]

const longFeedback = 1_900_000

/** The worker that comes next is served well. */
const once =
  (act: (reached: () => void) => PeerPlay) =>
  (reached: () => void): PeerPlay => {
    let isOver = false
    const first = (): boolean => {
      const was = isOver
      isOver = true
      return !was
    }
    const { connection, look, post } = act(reached)
    return {
      ...(connection !== undefined && { connection }),
      ...(look !== undefined && {
        look: (exchange) =>
          first() ? look(exchange) : serve(exchange, answer('200 OK', ungraded(exchange.submissionId))),
      }),
      ...(post !== undefined && { post: (exchange) => (first() ? post(exchange) : serve(exchange, ok)) }),
    }
  }

const serve = async ({ socket, whole }: Parameters<NonNullable<PeerPlay['look']>>[0], bytes: string): Promise<void> => {
  await whole
  socket.write(bytes)
}

/** Of the first connection for the verification, or the second one for the grade: it is there, or its handshake has begun. */
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

/** The whole grade is there, and so much of the answer is said. */
const said = (bytes: string) =>
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
    title: 'its lease is committed, and not known to it',
    scheme: 'http',
    hold: { statement: 'leaseDelivery', part: 'answer', byReply: true },
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'the name of its origin is looked up',
    scheme: 'http',
    name: 'looked-up.test',
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
    title: 'its verification is asked',
    scheme: 'http',
    play: once((reached) => ({
      look: async ({ whole }) => {
        await whole
        reached()
      },
    })),
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'its verification is half answered',
    scheme: 'https',
    play: once((reached) => ({
      look: async ({ socket, submissionId, whole }) => {
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
    title: 'the send start is asked for',
    scheme: 'http',
    hold: { statement: 'startSend', part: 'statement' },
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'the send has started, and not known to it',
    scheme: 'https',
    hold: { statement: 'startSend', part: 'answer' },
    afterKill: inVain,
    afterPause: inVain,
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
    afterKill: inVain,
    afterPause: inVain,
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
    afterKill: inVain,
    afterPause: inVain,
  },
  { title: 'the whole grade is sent', scheme: 'http', play: said(''), afterKill: unknown, afterPause: unknown },
  {
    title: 'the status line has come',
    scheme: 'https',
    play: said('HTTP/1.1 200 OK\r\n'),
    afterKill: unknown,
    afterPause: unknown,
  },
  {
    title: 'the head of the answer has come',
    scheme: 'http',
    play: said(head),
    afterKill: unknown,
    afterPause: unknown,
  },
  {
    title: 'half of the answer has come',
    scheme: 'https',
    play: said(ok.slice(0, -9)),
    afterKill: unknown,
    afterPause: unknown,
  },
  {
    title: 'the answer has come, and is being recorded',
    scheme: 'http',
    hold: { statement: 'recordOutcome', part: 'statement' },
    afterKill: unknown,
    afterPause: delivered,
  },
  {
    title: 'the answer is recorded, and not known to it',
    scheme: 'https',
    hold: { statement: 'recordOutcome', part: 'answer' },
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'its verification afterwards is asked',
    scheme: 'http',
    play: (reached) => {
      let verifications = 0
      return {
        look: async (exchange) => {
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
  // In this order: whoever is at the first one takes nothing back before the other one does.
  {
    title: 'it is about to take back what another one lost',
    scheme: 'http',
    isLost: true,
    hold: { statement: 'reapExpiredLeases', part: 'statement', about: '' },
    afterKill: delivered,
    afterPause: delivered,
  },
  {
    title: 'it has taken back what another one lost, and does not know it',
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

/** Makes a delivery stop at its moment: at the peer, in the proxy of its worker's database, or where it asks for names. */
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
