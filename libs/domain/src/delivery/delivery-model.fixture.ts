import { next, workerSteps } from './delivery-model-worker.fixture.ts'
import { sorted, without, type Weakness, type Worker, type World } from './delivery-model-world.fixture.ts'
import { mayResolve, type Resolution } from './resolve-delivery.ts'

const ofSettling: readonly Weakness[] = ['nothing settles', 'send starts do not settle', 'settling ends too early']

const maxSentAgain = 2

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

/** The database executes a requested send start at any later time. */
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
      broken: world.decided.includes(number) ? 'a send arrived after a person had decided about it' : world.broken,
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
  // A registration happens only with all rules, or without a rule about settling. Without another rule, only that rule's effect
  // shall be seen.
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
  // The settle time ensures that the platform has written back when it ends.
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
  // The wait after the send start ensures that nothing of the send is on the wire or can still be written when it ends.
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

/** The harm that was done in this world, whatever the database holds; null if there is none. */
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

/** The wrong state of the database that would lead to harm; null if there is none. */
export function wrongBeliefIn(world: World): string | null {
  if (world.state === 'pending' && world.left.length > world.sentAgain)
    return 'pending, and more was sent than persons decided'
  if (world.state === 'pending' && world.left.includes(world.number)) return 'pending, and its bytes left'
  if (world.openSends.length > 1) return 'two sends are open'
  return null
}
