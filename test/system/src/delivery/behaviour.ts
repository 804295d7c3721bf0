import { accepted, answer, type Exchange, type Line, type Peer, type PeerPlay } from './peer.ts'

/** What one attempt must lead to. */
export interface Expected {
  /** The step that ends the attempt, with its kind. */
  readonly step: string
  readonly state: 'pending' | 'refused' | 'delivered' | 'ambiguous'
}

export interface Behaviour extends Expected {
  readonly title: string
  readonly play: PeerPlay
  /** Done to the connection for the grade while the send start is held. */
  readonly idle?: (line: Line) => void
  /** The length of the feedback in the request. */
  readonly feedbackBytes?: number
}

const expected = (state: Expected['state'], step: string): Expected => ({ state, step })

export const delivered = expected('delivered', 'delivered')
export const ambiguous = (kind: string): Expected => expected('ambiguous', `ambiguous:${kind}`)
export const refused = (kind: string): Expected => expected('refused', `refused:${kind}`)
/** The attempt ended before the send start, and nothing was sent. */
export const returned = (kind: string): Expected => expected('pending', `returned:${kind}`)
/** The attempt ended after the send start, and nothing was sent. */
export const unsent = (kind: string): Expected => expected('pending', `unsent:${kind}`)

/** How the peer ends the connection. With `stay` it leaves it open until the worker gives up. */
export type Ending = 'stay' | 'close' | 'reset'

export const end = ({ socket, reset }: Line, how: Ending): void => {
  if (how === 'close') socket.end()
  if (how === 'reset') reset()
}

/** Receives the whole grade, replies with these bytes, and ends the connection as `how` says. */
export const says = (bytes: string, how: Ending = 'stay'): PeerPlay => ({
  post: async (exchange) => {
    await exchange.whole
    exchange.socket.write(bytes, 'latin1', () => end(exchange, how))
  },
})

/** Like `says`, but for the verification. */
export const shows = (bytes: string | ((submissionId: number) => string), how: Ending = 'stay'): PeerPlay => ({
  verification: async (exchange) => {
    await exchange.whole
    exchange.socket.write(typeof bytes === 'string' ? bytes : bytes(exchange.submissionId), 'latin1', () =>
      end(exchange, how),
    )
  },
})

export const behaviour = (title: string, expectation: Expected, play: PeerPlay, feedbackBytes?: number): Behaviour => ({
  title,
  ...expectation,
  play,
  ...(feedbackBytes !== undefined && { feedbackBytes }),
})

export const ok = answer('200 OK', accepted)

/** From now on the peer receives these requests whole and does not reply. The result has them. */
export function keep(what: 'verification' | 'post', peer: Peer): Exchange[] {
  const kept: Exchange[] = []
  peer.play({
    [what]: async (exchange: Exchange) => {
      await exchange.whole
      kept.push(exchange)
    },
  })
  return kept
}
