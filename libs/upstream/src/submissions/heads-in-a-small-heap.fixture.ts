// Run as a separate process with little memory: reads a bulk reply from the server of its first argument and
// reports how many submissions it found, how long that took, and the longest time that nothing else could run
// meanwhile.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createUpstream, listSubmissionHeads } from '../index.ts'

const [, , baseUrl = ''] = process.argv
const upstream = createUpstream({ baseUrl, timeoutMs: 60_000, concurrency: 4, limits: { bulkTimeoutMs: 300_000 } })
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const startedAt = performance.now()
const list = await listSubmissionHeads(upstream, { token: '0065'.repeat(10), requestId: 'request-0001' }, 11, 1103)
const tookMs = performance.now() - startedAt
delay.disable()
process.stdout.write(JSON.stringify({ heads: list?.heads.length, tookMs, maxTurnMs: delay.max / 1e6 }))
await upstream.close()
