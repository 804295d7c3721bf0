import { type Load, measure, type Sample } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'

/** The server that every other one is compared with, in each round. */
export const baseline = 'node:http + pg'

export interface BenchOptions {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  /** Measures only this operation. */
  readonly only: string | undefined
  readonly say: (line: string) => void
}

/** One server and how it is loaded with one operation. */
export interface Contestant {
  readonly name: string
  readonly server: MeasuredProcess
  /** Makes the load, before each measurement. */
  readonly load: (connections: number) => Promise<Load> | Load
  /**
   * Runs the measurement and returns the number of queries that were made during it. Absent if the program says how
   * many it makes.
   */
  readonly countQueries?: (measurement: () => Promise<unknown>) => Promise<number>
  /** The number of queries that it makes by its program, so that nobody needs to count. */
  readonly queriesByDesign?: number
}

export interface Contest {
  readonly operation: string
  readonly contestants: readonly Contestant[]
}

export interface Round {
  readonly operation: string
  readonly server: string
  readonly connections: number
  readonly queriesPerRequest: number | null
  readonly sample: Sample
}

/** Enough requests for the compiler to have optimised what is used. */
const warmUp = { connections: 32, seconds: 5 }

/** Measures all contestants of a contest in turn. Each is under load alone, while the others are idle. */
export async function runContests(contests: readonly Contest[], options: BenchOptions): Promise<Round[]> {
  const { rounds, connections, seconds, only, say } = options
  const results: Round[] = []
  for (const { operation, contestants } of contests.filter(
    (contest) => only === undefined || contest.operation === only,
  )) {
    say(`${operation}: warming up …`)
    for (const { server, load } of contestants) await measure(server, await load(warmUp.connections), warmUp)
    for (const count of connections) {
      for (let round = 1; round <= rounds; round += 1) {
        for (const contestant of contestants) {
          const result = await runRound(contestant, { connections: count, seconds })
          say(
            `${operation}, ${count} connections, round ${round} of ${rounds}: ${contestant.name}: ` +
              `${Math.round(result.sample.requestsPerCpuSecond)} requests per CPU second`,
          )
          results.push({ operation, ...result })
        }
      }
    }
  }
  return results
}

async function runRound(
  { name, server, load, countQueries, queriesByDesign }: Contestant,
  size: { readonly connections: number; readonly seconds: number },
): Promise<Omit<Round, 'operation'>> {
  const loaded = await load(size.connections)
  let sample: Sample | undefined
  const run = async (): Promise<Sample> => (sample = await measure(server, loaded, size))
  const queries = countQueries ? await countQueries(run) : (await run(), null)
  if (sample === undefined) throw new Error(`${name} was not measured`)
  const queriesPerRequest = queries === null ? (queriesByDesign ?? null) : queries / sample.requests
  return { server: name, connections: size.connections, queriesPerRequest, sample }
}
