import { shows } from './behaviour.ts'
import type { DatabaseProxy, HoldOptions } from './database-proxy.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { arm, type Moment, moments } from './named-moments.ts'
import { answer, type Peer, type PeerPlay, ungraded } from './peer.ts'

/** A point before the send start at which a worker can be stopped with a delivery. */
interface StopPoint {
  readonly title: string
  readonly scheme: 'http' | 'https'
  readonly moment: Moment | null
  /** Set where `moment` is null: what the peer does and which statement is held. */
  readonly recording: { readonly play: PeerPlay; readonly hold: Omit<HoldOptions, 'about'> } | null
  /** While this statement is held, the worker's loop leases nothing else. */
  readonly isLoop: boolean
  /** The delivery's state when another worker has processed it. */
  readonly afterKill: 'delivered' | 'refused'
}

const isStarted = ({ hold }: Moment): boolean => hold?.statement === 'startSend' && hold.part === 'answer'

const gradedElsewhere = shows((submissionId) =>
  answer(
    '200 OK',
    ungraded(submissionId, {
      status: 'ready',
      grade: 3,
      grading_time: '2026-11-01T10:00:00Z',
      grader: { id: 101 },
    }),
  ),
)
const failing = shows(answer('503 Service Unavailable', '{}'))

const recording = (
  title: string,
  scheme: StopPoint['scheme'],
  play: PeerPlay,
  hold: Omit<HoldOptions, 'about'>,
  afterKill: StopPoint['afterKill'],
): StopPoint => ({ title, scheme, moment: null, recording: { play, hold }, isLoop: false, afterKill })

export const stopPointsBeforeStart: readonly StopPoint[] = [
  // No name is resolved here: the peers have addresses.
  ...moments
    .slice(0, moments.findIndex(isStarted))
    .filter(({ name }) => name === undefined)
    .map((moment): StopPoint => ({
      title: moment.title,
      scheme: moment.scheme,
      moment,
      recording: null,
      isLoop: moment.hold?.statement === 'leaseDelivery',
      afterKill: 'delivered',
    })),
  recording(
    'its return is being recorded',
    'http',
    failing,
    { statement: 'returnToPending', part: 'statement' },
    'delivered',
  ),
  recording(
    'its return is recorded, and the worker does not know it',
    'https',
    failing,
    { statement: 'returnToPending', part: 'answer' },
    'delivered',
  ),
  recording(
    'its refusal is being recorded',
    'https',
    gradedElsewhere,
    { statement: 'refuseBeforeStart', part: 'statement' },
    'delivered',
  ),
  recording(
    'its refusal is recorded, and the worker does not know it',
    'http',
    gradedElsewhere,
    { statement: 'refuseBeforeStart', part: 'answer' },
    'refused',
  ),
]

export interface StoppedDelivery {
  readonly stopPoint: StopPoint
  readonly peer: Peer
  readonly id: string
  readonly isThere: () => boolean
}

/** Creates a held delivery. Once released, it gets as far as the stop point and no further. */
export async function deliverUpTo(
  stopPoint: StopPoint,
  peer: Peer,
  proxy: DatabaseProxy,
  world: DeliveryWorld,
): Promise<StoppedDelivery> {
  const { id } = await world.deliver({ origin: peer.origin, held: true })
  if (stopPoint.moment !== null) return { stopPoint, peer, id, isThere: arm(stopPoint.moment, peer, proxy, id).isThere }
  peer.play(stopPoint.recording!.play)
  return { stopPoint, peer, id, isThere: proxy.hold({ ...stopPoint.recording!.hold, about: id }).isCaught }
}
