import type { BenchOptions } from '../benchmark.ts'
import type { MeasuredProcess } from '../measured-process.ts'
import type { DeliveryRound } from './summarise-deliveries.ts'

export interface Work {
  readonly name: string
  readonly inFlight: number
  /** The origins over which submissions are spread evenly. */
  readonly origins: readonly string[]
}

/** Deliveries of submissions with consecutive numbers, which no other batch has. */
export interface Batch {
  readonly work: Work
  readonly first: number
  readonly count: number
}

export interface Sender {
  readonly name: string
  readonly process: MeasuredProcess
  /** Prepares the batch before the clock starts. */
  readonly prepare: (batch: Batch) => Promise<void>
  /** Starts the sender. The peer's clock runs from the first request that it receives. */
  readonly send: (batch: Batch) => Promise<void>
  /** Resolves when nothing of the batch is left to do. */
  readonly untilDone: (batch: Batch) => Promise<void>
  /** Counts the round trips to the database in a round; absent for a sender that uses none. */
  readonly countRoundTrips?: (round: () => Promise<unknown>) => Promise<number>
}

interface DeliveryContests {
  readonly works: readonly Work[]
  readonly senders: readonly Sender[]
  readonly peer: MeasuredProcess
  /** The CPU time of the database server so far. */
  readonly postgresCpuSeconds: () => number
}

/** Enough deliveries for the compiler to have optimised what is used. */
const warmUpCount = 600
/** Lease, send start, record, and the verification afterwards; two more for statements that find nothing to do. */
const maxRoundTrips = 6

/**
 * Runs the senders in turn. A round has as many deliveries as the slowest sender makes in the time that a round is to
 * take.
 */
export async function runDeliveryContests(
  contests: DeliveryContests,
  { rounds, seconds, only, say }: BenchOptions,
): Promise<DeliveryRound[]> {
  const { works, senders } = contests
  const results: DeliveryRound[] = []
  let next = 1_000_001
  const measured = async (sender: Sender, work: Work, count: number): Promise<DeliveryRound> => {
    const batch = { work, first: next, count }
    next += count
    return await runRound(contests, sender, batch)
  }
  for (const work of works.filter(({ name }) => only === undefined || name === only)) {
    say(`${work.name}: warming up …`)
    const rates: number[] = []
    for (const sender of senders) rates.push((await measured(sender, work, warmUpCount)).perSecond)
    const count = Math.max(100, Math.round(Math.min(...rates) * seconds))
    for (let round = 1; round <= rounds; round += 1) {
      for (const sender of senders) {
        const result = await measured(sender, work, count)
        say(
          `${work.name}, round ${round} of ${rounds}, ${count} deliveries: ${sender.name}: ${Math.round(result.perSecond)} a second` +
            (result.roundTripsPerDelivery === null
              ? ''
              : `, ${result.roundTripsPerDelivery.toFixed(2)} round trips each`),
        )
        results.push(result)
      }
    }
  }
  return results
}

/**
 * @throws Error if a grade arrived twice or not at all, or took more round trips than it may: the figures would mean
 * nothing
 */
async function runRound(
  { peer, postgresCpuSeconds }: DeliveryContests,
  sender: Sender,
  batch: Batch,
): Promise<DeliveryRound> {
  const { work, count } = batch
  await sender.prepare(batch)
  await fetch(`${peer.url}/tally?deliveries=${count}`, { method: 'PUT' })
  const clocks = {
    sender: () => sender.process.cpuSeconds(),
    peer: () => peer.cpuSeconds(),
    postgres: postgresCpuSeconds,
  }
  const before = { sender: clocks.sender(), peer: clocks.peer(), postgres: clocks.postgres() }
  const msEach = (of: keyof typeof clocks): number => ((clocks[of]() - before[of]) * 1000) / count
  let measured: { readonly tally: Tally; readonly cpuMs: DeliveryRound['cpuMs'] } | undefined
  const round = async (): Promise<void> => {
    // If the peer waits without success, the sender may know why.
    const [tally] = await Promise.all([tallyOf(peer), sender.send(batch)]).catch(async (error: unknown) => {
      await sender.untilDone(batch)
      throw error
    })
    await sender.untilDone(batch)
    measured = { tally, cpuMs: { sender: msEach('sender'), peer: msEach('peer'), postgres: msEach('postgres') } }
  }
  const trips = sender.countRoundTrips ? await sender.countRoundTrips(round) : (await round(), null)
  if (measured === undefined) throw new Error(`${sender.name} was not measured`)
  const { tally, cpuMs } = measured
  if (tally.posts !== count || tally.again !== 0)
    throw new Error(`${sender.name}: ${tally.posts} grades of ${count}, ${tally.again} of them again`)
  const roundTripsPerDelivery = trips === null ? null : trips / count
  if (roundTripsPerDelivery !== null && roundTripsPerDelivery > maxRoundTrips)
    throw new Error(`${roundTripsPerDelivery} round trips a delivery`)
  return {
    work: work.name,
    sender: sender.name,
    perSecond: count / tally.seconds,
    cpuMs,
    rssMiB: sender.process.rssMiB(),
    roundTripsPerDelivery,
  }
}

interface Tally {
  readonly seconds: number
  readonly posts: number
  readonly again: number
}

/** Waits until the peer has seen the end of all of them. */
async function tallyOf(peer: MeasuredProcess): Promise<Tally> {
  const reply = await fetch(`${peer.url}/tally`, { signal: AbortSignal.timeout(120_000) })
  return (await reply.json()) as Tally
}
