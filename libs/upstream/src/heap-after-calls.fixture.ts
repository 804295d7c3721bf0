// Run as a separate process: makes calls with every outcome, with a token that only this process and the server know, drops the
// token, and writes a heap snapshot. Arguments: the server's URL, the file, and 'keep' to keep the token (as a control).
import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'
import { createUpstream, fetchIdentity, findCourseStaff } from './index.ts'

const [, , baseUrl = '', file = '', mode] = process.argv
const upstream = createUpstream({ baseUrl, timeoutMs: 3000, concurrency: 4 })
const kept: unknown[] = []

async function makeCalls(): Promise<void> {
  const call = { token: randomBytes(20).toString('hex'), requestId: 'request-0001' }
  if (mode === 'keep') kept.push({ ...call })
  await fetchIdentity(upstream, call)
  for (const userId of [401, 404, 500, 599, 302]) await findCourseStaff(upstream, call, userId, 11).catch(() => {})
  await fetchIdentity(upstream, { ...call, signal: AbortSignal.abort() }).catch(() => {})
}

await makeCalls()
for (let turn = 0; turn < 5; turn += 1) await nextTurn() // what a deadline destroyed closes in later turns
globalThis.gc?.()
writeHeapSnapshot(file)
await upstream.close()
if (kept.length > 1) throw new Error('unreachable: keeps the control alive until here')
