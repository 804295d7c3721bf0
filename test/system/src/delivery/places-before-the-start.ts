import { shows } from './behaviour.ts'
import type { DatabaseProxy, HoldOptions } from './database-proxy.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { arm, type Moment, moments } from './named-moments.ts'
import { answer, type Peer, type PeerPlay, ungraded } from './peer.ts'

/** Where a worker can stand with a delivery that it has not sent. */
export interface Place {
  readonly title: string
  readonly scheme: 'http' | 'https'
  readonly moment: Moment | null
  /** Where no moment says what its peer does and what is kept back. */
  readonly recording: { readonly play: PeerPlay; readonly hold: Omit<HoldOptions, 'about'> } | null
  /** Whoever takes work takes none while this is kept back. */
  readonly isLoop: boolean
  /** Where another worker leaves it. */
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
  scheme: Place['scheme'],
  play: PeerPlay,
  hold: Omit<HoldOptions, 'about'>,
  afterKill: Place['afterKill'],
): Place => ({ title, scheme, moment: null, recording: { play, hold }, isLoop: false, afterKill })

export const placesBeforeStart: readonly Place[] = [
  // Names are not looked up here.
  ...moments
    .slice(0, moments.findIndex(isStarted))
    .filter(({ name }) => name === undefined)
    .map((moment): Place => ({
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
    'its return is recorded, and not known to it',
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
    'its refusal is recorded, and not known to it',
    'http',
    gradedElsewhere,
    { statement: 'refuseBeforeStart', part: 'answer' },
    'refused',
  ),
]

export interface Standing {
  readonly place: Place
  readonly peer: Peer
  readonly id: string
  readonly isThere: () => boolean
}

/** A delivery, held still, that will come to its place and no further. */
export async function standAt(place: Place, peer: Peer, proxy: DatabaseProxy, world: DeliveryWorld): Promise<Standing> {
  const { id } = await world.deliver({ origin: peer.origin, held: true })
  if (place.moment !== null) return { place, peer, id, isThere: arm(place.moment, peer, proxy, id).isThere }
  peer.play(place.recording!.play)
  return { place, peer, id, isThere: proxy.hold({ ...place.recording!.hold, about: id }).isCaught }
}
