import { idle, sorted, without, type Weakness, type Worker, type World } from './delivery-model-world.fixture.ts'

const maxEpochs = 4

export function next(worker: Worker, at: Worker['at'], change: Partial<Worker>): Worker {
  return at === 'idle' ? idle : { ...worker, at, ...change }
}

type Become = (at: Worker['at'], change?: Partial<World>, with_?: Partial<Worker>) => World

/** What a worker may do next. */
export function* workerSteps(
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
