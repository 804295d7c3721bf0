import type { DeliveryState } from './delivery-state.ts'
import { mayResolve, type Resolution } from './resolve-delivery.ts'

/**
 * One delivery, two workers, the network and the learning platform, as small as they can be and still go wrong: a worker may
 * stand still anywhere for as long as it likes, or die; a lease may expire at any moment; a statement may be carried out long
 * after its sender gave up; bytes may arrive late or never, and replies may be lost. Once the platform reads what it has, registers the
 * submission again, and writes back what it read.
 */
export interface World {
  readonly state: DeliveryState
  readonly epoch: number
  readonly number: number
  /** Whether the current send has started. */
  readonly started: boolean
  /** Of each send whose send has started: whether it may still have been received, for all the database knows. */
  readonly openSends: readonly number[]
  readonly workers: readonly Worker[]
  /** Send starts that were requested and not executed yet, by epoch. */
  readonly requestedStarts: readonly number[]
  /** Sends on the wire. */
  readonly wire: readonly number[]
  /** Sends of which a byte left. */
  readonly left: readonly number[]
  readonly received: readonly number[]
  readonly taken: readonly number[]
  /** The send that the platform shows as the last. */
  readonly mark: number
  readonly replies: readonly (readonly [number: number, taken: boolean])[]
  readonly sentAgain: number
  readonly confirmedBy: 'answer' | 'read_back' | 'person' | null
  /** Sends that a person decided about as if they could not arrive any more. */
  readonly decided: readonly number[]
  /** Whether the settle time of the registration has not ended, so that nothing may be sent. */
  readonly settling: boolean
  /** `reading`: it will write back over what comes meanwhile, of which the sends up to `lostUpTo` had started before. */
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

/** Each takes one rule away. */
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

const ofSettling: readonly Weakness[] = ['nothing settles', 'send starts do not settle', 'settling ends too early']

const idle: Worker = { at: 'idle', epoch: 0, number: 0 }
const maxEpochs = 4
const maxSentAgain = 2

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

const without = (list: readonly number[], value: number) => {
  const at = list.indexOf(value)
  return at < 0 ? list : [...list.slice(0, at), ...list.slice(at + 1)]
}
const sorted = (list: readonly number[]) => list.toSorted((one, other) => one - other)

/** Every world that can come next. */
export function* nextWorlds(world: World, weakness: Weakness | null): Generator<readonly [step: string, next: World]> {
  for (const [index, worker] of world.workers.entries()) {
    const become = (at: Worker['at'], change: Partial<World> = {}, with_: Partial<Worker> = {}): World => ({
      ...world,
      ...change,
      workers: world.workers.map((each, other) => (other === index ? next(worker, at, with_) : each)),
    })
    yield* workerSteps(world, worker, weakness, become)
  }
  yield* startSteps(world, weakness)
  yield* networkSteps(world)
  yield* platformSteps(world, weakness)
  yield* reaperSteps(world, weakness)
  yield* personSteps(world, weakness)
  if (world.state === 'ambiguous' && world.mark === world.number) {
    yield [
      'read-back',
      { ...world, state: 'delivered', confirmedBy: 'read_back', openSends: without(world.openSends, world.number) },
    ]
  }
}

function next(worker: Worker, at: Worker['at'], change: Partial<Worker>): Worker {
  return at === 'idle' ? idle : { ...worker, at, ...change }
}

type Become = (at: Worker['at'], change?: Partial<World>, with_?: Partial<Worker>) => World

function* workerSteps(
  world: World,
  worker: Worker,
  weakness: Weakness | null,
  become: Become,
): Generator<readonly [string, World]> {
  const mine = weakness === 'record without epoch' || world.epoch === worker.epoch
  const held = world.state === 'sending' && mine
  if (worker.at !== 'idle') yield ['crash', become('idle')]
  switch (worker.at) {
    case 'idle':
      if (world.state === 'pending' && world.epoch < maxEpochs && !(world.settling && weakness !== 'nothing settles')) {
        const epoch = world.epoch + 1
        yield ['lease', become('leased', { state: 'sending', epoch }, { epoch, number: world.number })]
      }
      break
    case 'leased':
      if (world.mark !== 0) yield ['verification finds it', become('found')]
      else yield ['verification', become('verified')]
      if (held && !world.started) yield ['verification fails', become('idle', { state: 'pending' })]
      break
    case 'found':
      yield ['confirm', become('idle', held && !world.started ? { state: 'delivered', confirmedBy: 'read_back' } : {})]
      break
    case 'verified':
      if (weakness === 'no send start') yield ['write', become('sent', write(world, worker.number))]
      else
        yield [
          'ask for the send start',
          become('asking', { requestedStarts: sorted([...world.requestedStarts, worker.epoch]) }),
        ]
      if (held && !world.started) yield ['connect fails', become('idle', { state: 'pending' })]
      break
    case 'asking':
      yield ['the connection breaks', become('unknown')]
      if (!world.requestedStarts.includes(worker.epoch)) {
        const isStarted = world.started && world.epoch === worker.epoch && world.state === 'sending'
        yield ['reply of the send start', become(isStarted ? 'started' : 'idle')]
      }
      break
    case 'started':
      yield ['write', become('sent', write(world, worker.number))]
      yield ['too late', become('unknown')]
      break
    case 'unknown':
      yield ['record unsent', become('idle', held ? unsent(world) : {})]
      break
    case 'sent': {
      yield ['the reply is lost', become('unsure')]
      const reply = world.replies.find(([number]) => number === worker.number)
      if (reply !== undefined) yield ['reply', become(reply[1] ? 'accepted' : 'rejected')]
      break
    }
    case 'unsure':
      if (weakness === 'retry by code') yield ['retry', become('idle', held ? unsent(world) : {})]
      else yield ['record ambiguous', become('idle', recordable(world, mine, weakness) ? { state: 'ambiguous' } : {})]
      break
    case 'accepted':
      yield [
        'record delivered',
        become(
          'idle',
          recordable(world, mine, weakness)
            ? { state: 'delivered', confirmedBy: 'answer', openSends: without(world.openSends, world.number) }
            : {},
        ),
      ]
      break
    case 'rejected':
      yield [
        'record refused',
        become(
          'idle',
          recordable(world, mine, weakness)
            ? { state: 'refused', openSends: without(world.openSends, world.number) }
            : {},
        ),
      ]
      break
  }
}

function recordable(world: World, mine: boolean, weakness: Weakness | null): boolean {
  return (
    mine &&
    (world.started || weakness === 'no send start') &&
    (world.state === 'sending' || world.state === 'ambiguous')
  )
}

function write(world: World, number: number): Partial<World> {
  return {
    wire: sorted([...world.wire, number]),
    left: world.left.includes(number) ? world.left : sorted([...world.left, number]),
  }
}

function unsent(world: World): Partial<World> {
  if (!world.started) return { state: 'pending' }
  return {
    state: 'pending',
    started: false,
    number: world.number + 1,
    openSends: without(world.openSends, world.number),
  }
}

/** Carried out by the database, whenever it gets there. */
function* startSteps(world: World, weakness: Weakness | null): Generator<readonly [string, World]> {
  for (const epoch of new Set(world.requestedStarts)) {
    const asked = { ...world, requestedStarts: without(world.requestedStarts, epoch) }
    const settles = world.settling && weakness !== 'nothing settles' && weakness !== 'send starts do not settle'
    const guard =
      world.state === 'sending' &&
      !world.started &&
      !settles &&
      (epoch === world.epoch || weakness === 'send start of any epoch')
    if (!guard) yield ['the send does not start', asked]
    else if (world.openSends.length > 0) yield ['the index refuses', asked]
    else {
      // A worker that took the send start of another lease believes that it is its own.
      const workers = world.workers.map((each) =>
        each.at === 'asking' && each.epoch === epoch && epoch !== world.epoch
          ? { ...each, at: 'started' as const }
          : each,
      )
      yield ['the send has started', { ...asked, workers, started: true, openSends: [world.number] }]
    }
  }
}

function* networkSteps(world: World): Generator<readonly [string, World]> {
  for (const number of new Set(world.wire)) {
    const wire = without(world.wire, number)
    const arrived: World = {
      ...world,
      wire,
      received: sorted([...world.received, number]),
      broken: world.decided.includes(number)
        ? 'a send about which a person had decided arrived after all'
        : world.broken,
    }
    yield ['bytes are lost', { ...world, wire }]
    yield [
      'it is taken',
      {
        ...arrived,
        taken: sorted([...world.taken, number]),
        mark: number,
        replies: [...world.replies, [number, true]],
      },
    ]
    yield ['it is refused', { ...arrived, replies: [...world.replies, [number, false]] }]
  }
}

/** A registration is rejected while a delivery is not final, and the delivery is postponed. */
function* platformSteps(world: World, weakness: Weakness | null): Generator<readonly [string, World]> {
  // With another rule less that one alone is to be seen.
  if (world.platform === 'before' && world.sentAgain === 0 && (weakness === null || ofSettling.includes(weakness))) {
    const lostUpTo = world.started ? world.number : world.number - 1
    yield [
      'the platform reads, and registers',
      { ...world, platform: 'reading', settling: true, markRead: world.mark, lostUpTo },
    ]
  }
  if (world.platform === 'reading') {
    const isLost = world.mark > world.lostUpTo
    yield [
      'the platform writes back',
      {
        ...world,
        platform: 'after',
        mark: world.markRead,
        markRead: 0,
        lostUpTo: 0,
        broken: isLost ? 'a grade that was sent after a registration was lost' : world.broken,
      },
    ]
  }
  // What the time is for: by its end the platform has written back.
  if (world.settling && (world.platform === 'after' || weakness === 'settling ends too early'))
    yield ['the settle time ends', { ...world, settling: false }]
}

function* reaperSteps(world: World, weakness: Weakness | null): Generator<readonly [string, World]> {
  const again: Partial<World> = { state: 'pending', started: false, openSends: without(world.openSends, world.number) }
  if (world.state === 'sending' && !world.started) yield ['reap a lease', { ...world, state: 'pending' }]
  if (world.state === 'sending' && world.started) {
    yield [
      'reap an open send',
      weakness === 'open sends are queued again' ? { ...world, ...again } : { ...world, state: 'ambiguous' },
    ]
  }
  if (world.state === 'ambiguous' && weakness === 'reaper resets ambiguous')
    yield ['reap an ambiguous one', { ...world, ...again }]
}

function* personSteps(world: World, weakness: Weakness | null): Generator<readonly [string, World]> {
  // What the wait after the send start is for: by its end nothing of the send can be on the wire, nor be written any more.
  const hasSettled =
    weakness === 'decisions do not wait' ||
    (!world.wire.includes(world.number) &&
      !world.workers.some(({ at, number }) => number === world.number && (at === 'started' || at === 'asking')))
  const sinceStartS = hasSettled ? 180 : 0
  const may = (as: Resolution) => mayResolve({ state: world.state, sinceStartS }, as, 180) === 'now'
  const resolved: Partial<World> = { openSends: without(world.openSends, world.number) }
  const decided = world.started ? [...world.decided, world.number] : world.decided
  if (may('delivered'))
    yield ['a person decides delivered', { ...world, ...resolved, state: 'delivered', confirmedBy: 'person' }]
  if (may('cancelled')) yield ['a person cancels', { ...world, ...resolved, state: 'cancelled', decided }]
  if (may('send_again') && world.sentAgain < maxSentAgain) {
    yield [
      'a person decides send again',
      {
        ...world,
        ...resolved,
        state: 'pending',
        started: false,
        number: world.number + 1,
        sentAgain: world.sentAgain + 1,
        decided,
      },
    ]
  }
}

/** What must never happen, whatever anybody believes; null when all is well. */
export function harmIn(world: World): string | null {
  if (world.broken !== null) return world.broken
  if (world.received.some((number, index) => world.received.indexOf(number) !== index))
    return 'a send number was received twice'
  if (world.left.length > 1 + world.sentAgain) return 'bytes of more sends left than persons decided'
  if (world.state === 'delivered' && world.confirmedBy !== 'person' && world.taken.length === 0)
    return 'delivered, and not received'
  if (world.state === 'refused' && world.taken.includes(world.number)) return 'refused, and taken'
  return null
}

/** What the database must never hold, since it leads to harm; null when all is well. */
export function wrongBeliefIn(world: World): string | null {
  if (world.state === 'pending' && world.left.length > world.sentAgain)
    return 'pending, and more was sent than persons decided'
  if (world.state === 'pending' && world.left.includes(world.number)) return 'pending, and its bytes left'
  if (world.openSends.length > 1) return 'two sends are open'
  return null
}
