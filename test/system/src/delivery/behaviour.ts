import { accepted, answer, type Line, type PeerPlay } from './peer.ts'

/** Where a delivery stands after one attempt: which step tells it, and whether the grade may have come or must have. */
export interface Expected {
  /** Step that ends the attempt, with its kind. */
  readonly step: string
  readonly state: 'pending' | 'refused' | 'delivered' | 'ambiguous'
}

export interface Behaviour extends Expected {
  readonly title: string
  readonly play: PeerPlay
  /** Done to the connection for the grade while the send start waits. */
  readonly idle?: (line: Line) => void
  /** Of the request's feedback. */
  readonly feedbackBytes?: number
}

const expected = (state: Expected['state'], step: string): Expected => ({ state, step })

export const delivered = expected('delivered', 'delivered')
export const ambiguous = (kind: string): Expected => expected('ambiguous', `ambiguous:${kind}`)
export const refused = (kind: string): Expected => expected('refused', `refused:${kind}`)
/** Before the send start, and nothing was sent. */
export const returned = (kind: string): Expected => expected('pending', `returned:${kind}`)
/** Behind the send start, and nothing was sent. */
export const unsent = (kind: string): Expected => expected('pending', `unsent:${kind}`)

/** What stays open until the other side gives up. */
export type Ending = 'stay' | 'close' | 'reset'

export const end = ({ socket, reset }: Line, how: Ending): void => {
  if (how === 'close') socket.end()
  if (how === 'reset') reset()
}

/** Takes the whole grade, says these bytes, and ends so. */
export const says = (bytes: string, how: Ending = 'stay'): PeerPlay => ({
  post: async (exchange) => {
    await exchange.whole
    exchange.socket.write(bytes, 'latin1', () => end(exchange, how))
  },
})

/** As `says`, to the verification. */
export const shows = (bytes: string | ((submissionId: number) => string), how: Ending = 'stay'): PeerPlay => ({
  look: async (exchange) => {
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
