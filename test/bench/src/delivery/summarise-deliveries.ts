import { sectionOf } from '../report.ts'
import { median } from '../summarise.ts'

/** The sender that every other one is compared with, in each round. */
export const httpAlone = 'HTTP alone'

/** CPU time for each delivery, in milliseconds, of every process that takes part. */
interface CpuMs {
  readonly sender: number
  readonly peer: number
  readonly postgres: number
}

/** One sender's part of one round. */
export interface DeliveryRound {
  readonly work: string
  readonly sender: string
  readonly perSecond: number
  readonly cpuMs: CpuMs
  readonly rssMiB: number
  /** Null for a sender without a database. */
  readonly roundTripsPerDelivery: number | null
}

interface DeliverySummary {
  readonly work: string
  readonly sender: string
  readonly perSecond: number
  readonly range: Range
  /**
   * The median, over the rounds, of this sender's deliveries a second divided by those of HTTP alone in the same round.
   */
  readonly ratio: number
  readonly ratioRange: Range
  readonly cpuMs: CpuMs
  readonly rssMiB: number
  /** The maximum of all rounds. */
  readonly roundTripsPerDelivery: number | null
}

type Range = readonly [number, number]

/** Summarises the rounds of each work and sender by their medians. */
export function summariseDeliveries(rounds: readonly DeliveryRound[]): DeliverySummary[] {
  const groups = Map.groupBy(rounds, ({ work, sender }) => JSON.stringify([work, sender]))
  return [...groups.values()].map((group) => {
    const { work, sender } = group[0]!
    const compared = groups.get(JSON.stringify([work, httpAlone]))!
    const rates = group.map(({ perSecond }) => perSecond)
    const ratios = rates.map((rate, round) => rate / compared[round]!.perSecond)
    const trips = group.flatMap(({ roundTripsPerDelivery }) => roundTripsPerDelivery ?? [])
    const cpu = (of: keyof CpuMs): number => median(group.map(({ cpuMs }) => cpuMs[of]))
    return {
      work,
      sender,
      perSecond: median(rates),
      range: rangeOf(rates),
      ratio: median(ratios),
      ratioRange: rangeOf(ratios),
      cpuMs: { sender: cpu('sender'), peer: cpu('peer'), postgres: cpu('postgres') },
      rssMiB: Math.max(...group.map(({ rssMiB }) => rssMiB)),
      roundTripsPerDelivery: trips.length > 0 ? Math.max(...trips) : null,
    }
  })
}

const rangeOf = (values: readonly number[]): Range => [Math.min(...values), Math.max(...values)]

const columns = [
  'work',
  'sender',
  'deliveries a second',
  'range',
  `ratio to ${httpAlone}`,
  'range',
  'CPU ms: sender',
  'peer',
  'PostgreSQL',
  'RSS MiB',
  'round trips',
]

/** The benchmark's section of the results. */
export function deliveryReport(
  command: string,
  about: readonly string[],
  summaries: readonly DeliverySummary[],
): string {
  const text = ([least, most]: Range, digits: number): string => `${least.toFixed(digits)}–${most.toFixed(digits)}`
  const rows = summaries.map(
    ({ work, sender, perSecond, range, ratio, ratioRange, cpuMs, rssMiB, roundTripsPerDelivery }) => [
      work,
      sender,
      Math.round(perSecond),
      text(range, 0),
      ratio.toFixed(2),
      text(ratioRange, 2),
      cpuMs.sender.toFixed(2),
      cpuMs.peer.toFixed(2),
      cpuMs.postgres.toFixed(2),
      Math.round(rssMiB),
      roundTripsPerDelivery?.toFixed(2) ?? '',
    ],
  )
  return sectionOf({ command, about, columns, texts: [0, 1], rows })
}
