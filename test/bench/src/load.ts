import autocannon from 'autocannon'
import type { MeasuredProcess } from './measured-process.ts'

export interface Sample {
  readonly requestsPerSecond: number
  readonly requestsPerCpuSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly rssMiB: number
  readonly requests: number
}

export interface Load {
  readonly paths: readonly string[]
  readonly headers: Record<string, string>
  readonly connections: number
  readonly seconds: number
}

/** Loads a server for a while; any answer but 200 ends the benchmark, since its figures would mean nothing. */
export async function measure(server: MeasuredProcess, load: Load): Promise<Sample> {
  const cpuBefore = server.cpuSeconds()
  const result = await autocannon({
    url: server.url, connections: load.connections, duration: load.seconds,
    requests: load.paths.map((path) => ({ method: 'GET', path, headers: load.headers })),
  })
  const cpu = server.cpuSeconds() - cpuBefore
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${server.url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`)
  const requests = result.requests.total
  return {
    requests, requestsPerSecond: requests / result.duration, requestsPerCpuSecond: requests / cpu,
    p50Ms: result.latency.p50, p99Ms: result.latency.p99, rssMiB: server.rssMiB(),
  }
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
