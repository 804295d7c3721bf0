import type { DeliveryState } from './delivery-state.ts'

/**
 * The smallest model of one delivery, two workers, the network and the learning platform in which all known errors can occur: a
 * worker may stand still anywhere for as long as it likes, or die; a lease may expire at any moment; a statement may be carried
 * out long after its sender gave up; bytes may arrive late or never, and replies may be lost. Once the platform reads what it
 * has, registers the submission again, and writes back what it read.
 */
export interface World {
  readonly state: DeliveryState
  readonly epoch: number
  readonly number: number
  /** Whether the current send has started. */
  readonly started: boolean
  /** The started sends that may still have been received, for all that the database knows. */
  readonly openSends: readonly number[]
  readonly workers: readonly Worker[]
  /** Send starts that were requested and not executed yet, by epoch. */
  readonly requestedStarts: readonly number[]
  /** Sends on the wire. */
  readonly wire: readonly number[]
  /** Sends of which at least one byte was written. */
  readonly left: readonly number[]
  readonly received: readonly number[]
  readonly taken: readonly number[]
  /** The send that the platform shows as the last. */
  readonly mark: number
  readonly replies: readonly (readonly [number: number, taken: boolean])[]
  readonly sentAgain: number
  readonly confirmedBy: 'answer' | 'read_back' | 'person' | null
  /** Sends that a person decided about as if they could no longer arrive. */
  readonly decided: readonly number[]
  /** Whether the settle time of the registration has not ended, so that nothing may be sent. */
  readonly settling: boolean
  /**
   * `reading`: the platform has read the submission, and will write it back over whatever arrives meanwhile. The sends up to
   * `lostUpTo` had started before it read.
   */
  readonly platform: 'before' | 'reading' | 'after'
  readonly markRead: number
  readonly lostUpTo: number
  readonly broken: string | null
}

export interface Worker {
  readonly at:
    | 'idle'
    | 'leased'
    | 'found'
    | 'verified'
    | 'asking'
    | 'unknown'
    | 'started'
    | 'sent'
    | 'unsure'
    | 'accepted'
    | 'rejected'
  readonly epoch: number
  readonly number: number
}

/** A mistake that is built into the model, so that the test shows that the rule against it is needed. */
export type Weakness =
  | 'no send start'
  | 'send start of any epoch'
  | 'open sends are queued again'
  | 'retry by code'
  | 'reaper resets ambiguous'
  | 'record without epoch'
  | 'decisions do not wait'
  | 'nothing settles'
  | 'send starts do not settle'
  | 'settling ends too early'

export const idle: Worker = { at: 'idle', epoch: 0, number: 0 }

export const begin: World = {
  state: 'pending',
  epoch: 0,
  number: 1,
  started: false,
  openSends: [],
  workers: [idle, idle],
  requestedStarts: [],
  wire: [],
  left: [],
  received: [],
  taken: [],
  mark: 0,
  replies: [],
  sentAgain: 0,
  confirmedBy: null,
  decided: [],
  broken: null,
  settling: false,
  platform: 'before',
  markRead: 0,
  lostUpTo: 0,
}

export const without = (list: readonly number[], value: number) => {
  const at = list.indexOf(value)
  return at < 0 ? list : [...list.slice(0, at), ...list.slice(at + 1)]
}
export const sorted = (list: readonly number[]) => list.toSorted((one, other) => one - other)
