import { baseline, type Round } from './benchmark.ts'

export interface Summary {
  readonly operation: string
  readonly server: string
  readonly connections: number
  readonly perCpuSecond: number
  readonly range: readonly [number, number]
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly rssMiB: number
  readonly queriesPerRequest: number | null
  /**
   * The median, over the rounds, of this server's requests per CPU second divided by those of the server with which it is compared
   * in the same round.
   */
  readonly ratio: number
}

/**
 * Summarises the rounds of each operation, number of connections and server by their medians; `compared` has the ratio 1. An operation
 * that it does not serve is compared with the last of its servers.
 */
export function summarise(rounds: readonly Round[], compared = baseline): Summary[] {
  const groups = Map.groupBy(rounds, ({ operation, connections, server }) =>
    JSON.stringify([operation, connections, server]),
  )
  return [...groups.values()].map((group) => {
    const { operation, connections, server } = group[0]!
    const servers = rounds.filter((round) => round.operation === operation).map((round) => round.server)
    const other = servers.includes(compared) ? compared : servers.at(-1)!
    const comparedGroup = groups.get(JSON.stringify([operation, connections, other]))!
    const samples = group.map(({ sample }) => sample)
    const rates = samples.map(({ requestsPerCpuSecond }) => requestsPerCpuSecond)
    const queries = group.flatMap(({ queriesPerRequest }) => queriesPerRequest ?? [])
    return {
      operation,
      server,
      connections,
      perCpuSecond: median(rates),
      range: [Math.min(...rates), Math.max(...rates)],
      perSecond: median(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
      p50Ms: median(samples.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(samples.map(({ p99Ms }) => p99Ms)),
      rssMiB: Math.max(...samples.map(({ rssMiB }) => rssMiB)),
      queriesPerRequest: queries.length > 0 ? median(queries) : null,
      ratio: median(rates.map((rate, round) => rate / comparedGroup[round]!.sample.requestsPerCpuSecond)),
    }
  })
}

/** The median; the upper one of the two middle values if there are two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
