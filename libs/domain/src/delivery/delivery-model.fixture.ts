import type { DeliveryState } from './delivery-state.ts'
import { mayResolve, type Resolution } from './resolve-delivery.ts'

/**
 * One delivery, two workers, the network and the learning platform, as small as they can be and still go wrong: a worker may
 * stand still anywhere for as long as it likes, or die; a lease may lapse at any moment; a statement may be carried out long
 * after its sender gave up; bytes may arrive late or never, and answers may be lost. Once the platform reads what it has, registers the
 * submission again, and writes back what it read.
 */
export interface World {
  readonly state: DeliveryState
  readonly epoch: number
  readonly number: number
  readonly door: boolean
  /** Of each send whose send has started: whether it may still have been received, for all the database knows. */
  readonly openSends: readonly number[]
  readonly workers: readonly Worker[]
  /** SendStarts that were asked for and not carried out yet, by epoch. */
  readonly requestedStarts: readonly number[]
  /** Sends on the wire. */
  readonly wire: readonly number[]
  /** Sends of which a byte left. */
  readonly left: readonly number[]
  readonly received: readonly number[]
  readonly taken: readonly number[]
  /** The send that the platform shows as the last. */
  readonly mark: number
  readonly answers: readonly (readonly [number: number, taken: boolean])[]
  readonly sentAgain: number
  readonly confirmedBy: 'answer' | 'read_back' | 'person' | null
  /** Sends that a person decided about as if they could not arrive any more. */
  readonly decided: readonly number[]
  /** Whether the time of the registration is not over, so that nothing may set out. */
  readonly resting: boolean
  /** `reading`: it will write back over what comes meanwhile, of which the sends up to `lostUpTo` had set out before. */
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
    | 'looked'
    | 'asking'
    | 'unknown'
    | 'passed'
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
  | 'door of any epoch'
  | 'open sends are queued again'
  | 'retry by code'
  | 'reaper resets ambiguous'
  | 'record without epoch'
  | 'decisions do not wait'
  | 'nothing rests'
  | 'doors do not rest'
  | 'rests end too early'

const ofRest: readonly Weakness[] = ['nothing rests', 'doors do not rest', 'rests end too early']

const idle: Worker = { at: 'idle', epoch: 0, number: 0 }
const maxEpochs = 4
const maxSentAgain = 2

export const begin: World = {
  state: 'pending',
  epoch: 0,
  number: 1,
  door: false,
  openSends: [],
  workers: [idle, idle],
  requestedStarts: [],
  wire: [],
  left: [],
  received: [],
  taken: [],
  mark: 0,
  answers: [],
  sentAgain: 0,
  confirmedBy: null,
  decided: [],
  broken: null,
  resting: false,
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
      if (world.state === 'pending' && world.epoch < maxEpochs && !(world.resting && weakness !== 'nothing rests')) {
        const epoch = world.epoch + 1
        yield ['lease', become('leased', { state: 'sending', epoch }, { epoch, number: world.number })]
      }
      break
    case 'leased':
      if (world.mark !== 0) yield ['look finds it', become('found')]
      else yield ['look', become('looked')]
      if (held && !world.door) yield ['look fails', become('idle', { state: 'pending' })]
      break
    case 'found':
      yield ['confirm', become('idle', held && !world.door ? { state: 'delivered', confirmedBy: 'read_back' } : {})]
      break
    case 'looked':
      if (weakness === 'no send start') yield ['write', become('sent', write(world, worker.number))]
      else
        yield [
          'ask for the send start',
          become('asking', { requestedStarts: sorted([...world.requestedStarts, worker.epoch]) }),
        ]
      if (held && !world.door) yield ['connect fails', become('idle', { state: 'pending' })]
      break
    case 'asking':
      yield ['the connection breaks', become('unknown')]
      if (!world.requestedStarts.includes(worker.epoch)) {
        const passed = world.door && world.epoch === worker.epoch && world.state === 'sending'
        yield ['answer of the send start', become(passed ? 'passed' : 'idle')]
      }
      break
    case 'passed':
      yield ['write', become('sent', write(world, worker.number))]
      yield ['too late', become('unknown')]
      break
    case 'unknown':
      yield ['record unsent', become('idle', held ? unsent(world) : {})]
      break
    case 'sent': {
      yield ['the reply is lost', become('unsure')]
      const reply = world.answers.find(([number]) => number === worker.number)
      if (reply !== undefined) yield ['answer', become(reply[1] ? 'accepted' : 'rejected')]
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
  return mine && (world.door || weakness === 'no send start') && (world.state === 'sending' || world.state === 'ambiguous')
}

function write(world: World, number: number): Partial<World> {
  return {
    wire: sorted([...world.wire, number]),
    left: world.left.includes(number) ? world.left : sorted([...world.left, number]),
  }
}

function unsent(world: World): Partial<World> {
  if (!world.door) return { state: 'pending' }
  return { state: 'pending', door: false, number: world.number + 1, openSends: without(world.openSends, world.number) }
}

/** Carried out by the database, whenever it gets there. */
function* startSteps(world: World, weakness: Weakness | null): Generator<readonly [string, World]> {
  for (const epoch of new Set(world.requestedStarts)) {
    const asked = { ...world, requestedStarts: without(world.requestedStarts, epoch) }
    const rests = world.resting && weakness !== 'nothing rests' && weakness !== 'doors do not rest'
    const guard =
      world.state === 'sending' && !world.door && !rests && (epoch === world.epoch || weakness === 'door of any epoch')
    if (!guard) yield ['the send does not start', asked]
    else if (world.openSends.length > 0) yield ['the index refuses', asked]
    else {
      // Whoever passes another's door believes that it is its own.
      const workers = world.workers.map((each) =>
        each.at === 'asking' && each.epoch === epoch && epoch !== world.epoch
          ? { ...each, at: 'passed' as const }
          : each,
      )
      yield ['the send has started', { ...asked, workers, door: true, openSends: [world.number] }]
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
      broken: world.decided.includes(number) ? 'what a person had decided about arrived after all' : world.broken,
    }
    yield ['bytes are lost', { ...world, wire }]
    yield [
      'it is taken',
      {
        ...arrived,
        taken: sorted([...world.taken, number]),
        mark: number,
        answers: [...world.answers, [number, true]],
      },
    ]
    yield ['it is refused', { ...arrived, answers: [...world.answers, [number, false]] }]
  }
}

/** A registration is refused where a grade is under way, and what is under way rests all the same. */
function* platformSteps(world: World, weakness: Weakness | null): Generator<readonly [string, World]> {
  // With another rule less that one alone is to be seen.
  if (world.platform === 'before' && world.sentAgain === 0 && (weakness === null || ofRest.includes(weakness))) {
    const lostUpTo = world.door ? world.number : world.number - 1
    yield [
      'the platform reads, and registers',
      { ...world, platform: 'reading', resting: true, markRead: world.mark, lostUpTo },
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
        broken: isLost ? 'a grade that set out after a registration was lost' : world.broken,
      },
    ]
  }
  // What the time is for: by its end the platform has written back.
  if (world.resting && (world.platform === 'after' || weakness === 'rests end too early'))
    yield ['the rest is over', { ...world, resting: false }]
}

function* reaperSteps(world: World, weakness: Weakness | null): Generator<readonly [string, World]> {
  const again: Partial<World> = { state: 'pending', door: false, openSends: without(world.openSends, world.number) }
  if (world.state === 'sending' && !world.door) yield ['reap a lease', { ...world, state: 'pending' }]
  if (world.state === 'sending' && world.door) {
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
  const rested =
    weakness === 'decisions do not wait' ||
    (!world.wire.includes(world.number) &&
      !world.workers.some(({ at, number }) => number === world.number && (at === 'passed' || at === 'asking')))
  const sinceStartS = rested ? 180 : 0
  const may = (as: Resolution) => mayResolve({ state: world.state, sinceStartS }, as, 180) === 'now'
  const resolved: Partial<World> = { openSends: without(world.openSends, world.number) }
  const decided = world.door ? [...world.decided, world.number] : world.decided
  if (may('delivered'))
    yield ['a person says delivered', { ...world, ...resolved, state: 'delivered', confirmedBy: 'person' }]
  if (may('cancelled')) yield ['a person gives up', { ...world, ...resolved, state: 'cancelled', decided }]
  if (may('send_again') && world.sentAgain < maxSentAgain) {
    yield [
      'a person says send again',
      {
        ...world,
        ...resolved,
        state: 'pending',
        door: false,
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
  if (world.left.length > 1 + world.sentAgain) return 'bytes of more sends left than persons said'
  if (world.state === 'delivered' && world.confirmedBy !== 'person' && world.taken.length === 0)
    return 'delivered, and not received'
  if (world.state === 'refused' && world.taken.includes(world.number)) return 'refused, and taken'
  return null
}

/** What the database must never say, since it leads there; null when all is well. */
export function wrongBeliefIn(world: World): string | null {
  if (world.state === 'pending' && world.left.length > world.sentAgain)
    return 'pending, and more was sent than persons said'
  if (world.state === 'pending' && world.left.includes(world.number)) return 'pending, and its bytes left'
  if (world.openSends.length > 1) return 'two sends are open'
  return null
}
