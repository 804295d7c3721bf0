import autocannon, { type Request } from 'autocannon'
import type { MeasuredProcess } from './measured-process.ts'

export interface Sample {
  readonly requestsPerSecond: number
  readonly requestsPerCpuSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly rssMiB: number
  readonly requests: number
}

/** What each connection sends repeatedly, by the connection's number from 0. */
export interface Load {
  readonly requestsOf: (connection: number) => readonly Request[]
}

/** Sends requests to a server for `seconds` and measures the replies. Throws if any status is not 2xx. */
export async function measure(
  server: MeasuredProcess,
  { requestsOf }: Load,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Sample> {
  let connection = 0
  const cpuBefore = server.cpuSeconds()
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      // autocannon changes the requests that it gets, so each connection gets copies.
      client.setRequests(requestsOf(connection).map((request) => ({ ...request })))
      connection += 1
    },
  })
  const cpu = server.cpuSeconds() - cpuBefore
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.url}: ${result.non2xx} replies other than 2xx, ${result.errors} errors`)
  const requests = result.requests.total
  return {
    requests,
    requestsPerSecond: requests / result.duration,
    requestsPerCpuSecond: requests / cpu,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    rssMiB: server.rssMiB(),
  }
}
