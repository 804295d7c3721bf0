import type { DatabaseProxy, HoldOptions } from './database-proxy.ts'
import { ok } from './behaviour.ts'
import { accepted, answer, type Peer, type PeerPlay, ungraded } from './peer.ts'

/** A point on the way of a delivery at which its worker can be stopped dead. */
export interface Moment {
  readonly title: string
  readonly scheme: 'http' | 'https'
  /** Holds the delivery there; `reached` is called when it has come. */
  readonly play?: (reached: () => void) => PeerPlay
  readonly hold?: Omit<HoldOptions, 'about'>
  readonly feedbackBytes?: number
  /** Where it stands once another worker has seen to it, and how often its grade was received. */
  readonly afterKill: readonly [state: string, received: number]
  /** The same for a worker that wakes up after all; several where it may still hear the answer. */
  readonly afterPause: readonly string[]
}

const longFeedback = 1_900_000

/** The worker that comes next is served well. */
const once = (act: (reached: () => void) => PeerPlay) => (reached: () => void): PeerPlay => {
  let isOver = false
  const first = (): boolean => {
    const was = isOver
    isOver = true
    return !was
  }
  const { connection, look, post } = act(reached)
  return {
    ...(connection !== undefined && { connection }),
    ...(look !== undefined && { look: (exchange) => (first() ? look(exchange) : serve(exchange, answer('200 OK', ungraded(exchange.submissionId)))) }),
    ...(post !== undefined && { post: (exchange) => (first() ? post(exchange) : serve(exchange, ok)) }),
  }
}

const serve = async ({ socket, whole }: Parameters<NonNullable<PeerPlay['look']>>[0], bytes: string): Promise<void> => {
  await whole
  socket.write(bytes)
}

const silentAt = (connection: number) => (reached: () => void): PeerPlay => ({
  connection: (socket, number) => {
    if (number !== connection) return false
    if (connection === 1) reached()
    else socket.once('data', reached)
    return true
  },
})

/** The whole grade is there, and so much of the answer is said. */
const said = (bytes: string) => once((reached) => ({
  post: async ({ socket, whole }) => {
    await whole
    socket.write(bytes, 'latin1')
    reached()
  },
}))

const head = ok.slice(0, -accepted.length)

export const moments: readonly Moment[] = [
  { title: 'its lease is committed, and not known to it', scheme: 'http', hold: { statement: 'leaseDelivery', part: 'answer', byAnswer: true }, afterKill: ['delivered', 1], afterPause: ['delivered'] },
  { title: 'its look has a connection', scheme: 'https', play: silentAt(1), afterKill: ['delivered', 1], afterPause: ['delivered'] },
  { title: 'its look is asked', scheme: 'http', play: once((reached) => ({ look: async ({ whole }) => { await whole; reached() } })), afterKill: ['delivered', 1], afterPause: ['delivered'] },
  { title: 'its look is half answered', scheme: 'https', play: once((reached) => ({
    look: async ({ socket, submissionId, whole }) => {
      await whole
      socket.write(answer('200 OK', ungraded(submissionId)).slice(0, -20))
      reached()
    },
  })), afterKill: ['delivered', 1], afterPause: ['delivered'] },
  { title: 'the connection for the grade is in its handshake', scheme: 'https', play: silentAt(2), afterKill: ['delivered', 1], afterPause: ['delivered'] },
  { title: 'the door is asked for', scheme: 'http', hold: { statement: 'passDoor', part: 'statement' }, afterKill: ['delivered', 1], afterPause: ['delivered'] },
  { title: 'the door is passed, and not known to it', scheme: 'https', hold: { statement: 'passDoor', part: 'answer' }, afterKill: ['ambiguous', 0], afterPause: ['ambiguous'] },
  { title: 'the first byte of the grade is sent', scheme: 'http', feedbackBytes: longFeedback, play: once((reached) => ({
    post: ({ socket }) => {
      socket.pause()
      reached()
    },
  })), afterKill: ['ambiguous', 0], afterPause: ['ambiguous'] },
  { title: 'half of the grade is sent', scheme: 'https', feedbackBytes: longFeedback, play: once((reached) => ({
    post: async ({ socket, part }) => {
      await part(0.5)
      socket.pause()
      reached()
    },
  })), afterKill: ['ambiguous', 0], afterPause: ['ambiguous'] },
  { title: 'the whole grade is sent', scheme: 'http', play: said(''), afterKill: ['ambiguous', 1], afterPause: ['ambiguous'] },
  { title: 'the status line has come', scheme: 'https', play: said('HTTP/1.1 200 OK\r\n'), afterKill: ['ambiguous', 1], afterPause: ['ambiguous'] },
  { title: 'the head of the answer has come', scheme: 'http', play: said(head), afterKill: ['ambiguous', 1], afterPause: ['ambiguous'] },
  { title: 'half of the answer has come', scheme: 'https', play: said(ok.slice(0, -9)), afterKill: ['ambiguous', 1], afterPause: ['ambiguous'] },
  { title: 'the answer has come, and is being recorded', scheme: 'http', hold: { statement: 'recordOutcome', part: 'statement' }, afterKill: ['ambiguous', 1], afterPause: ['delivered', 'ambiguous'] },
  { title: 'the answer is recorded, and not known to it', scheme: 'https', hold: { statement: 'recordOutcome', part: 'answer' }, afterKill: ['delivered', 1], afterPause: ['delivered'] },
  { title: 'its look afterwards is asked', scheme: 'http', play: (reached) => {
    let looks = 0
    return { look: async (exchange) => {
      looks += 1
      if (looks === 1) return await serve(exchange, answer('200 OK', ungraded(exchange.submissionId)))
      await exchange.whole
      reached()
    } }
  }, afterKill: ['delivered', 1], afterPause: ['delivered'] },
]

export interface Reached {
  /** Whether the delivery is at its moment. */
  readonly isThere: () => boolean
}

/** Makes a delivery stop at its moment, at the peer or in the proxy of its worker's database. */
export function arm({ play, hold }: Moment, peer: Peer, proxy: DatabaseProxy, deliveryId: string): Reached {
  if (hold !== undefined) {
    peer.play({})
    const { isCaught } = proxy.hold({ ...hold, about: deliveryId })
    return { isThere: isCaught }
  }
  let isThere = false
  peer.play(play?.(() => {
    isThere = true
  }) ?? {})
  return { isThere: () => isThere }
}
