import { startFakeUpstream } from './start-fake-upstream.ts'

/** Environment: HOST (127.0.0.1), PORT (8090; 0 takes a free one). Ends cleanly on SIGTERM and SIGINT. */
const { HOST: host = '127.0.0.1', PORT: port = '8090' } = process.env
const upstream = await startFakeUpstream({ host, port: Number(port) })
process.stdout.write(`${JSON.stringify({ event: 'listening', url: upstream.url, pid: process.pid })}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void upstream.close())
}
