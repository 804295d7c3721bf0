// Run as a process: `node services/web/src/measure-large-course.fixture.ts` writes how much of web's CPU time pages of a large course take.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { beLarge, pagesOfLargeCourse } from './large-course.fixture.ts'
import { startBoundary } from './stand-in-boundary.fixture.ts'

const [port, rounds, times] = ['21250', 5, 20]
const origin = 'https://web.example'
const boundary = await startBoundary()
beLarge(boundary)
const loader = join(import.meta.dirname, '../../../infra/dev/bundle/bin/web-loader.ts')
const web = spawn(process.execPath, ['--import', loader, join(import.meta.dirname, 'main.ts')], {
  env: {
    PATH: process.env['PATH'],
    PORT: port,
    HOST: '127.0.0.1',
    FRONTEND_INTERNAL_URL: boundary.url,
    FRONTEND_SECRET: 'secret-of-a-measurement-0123456789abcdef',
    PUBLIC_ORIGIN: origin,
    UPSTREAM_BASE_URL: 'https://plus.example',
    TIME_ZONE: 'Europe/Helsinki',
    TRUSTED_PROXY_HOPS: '0',
  },
  stdio: 'ignore',
})

/** User and system time of web so far: ticks are hundredths of a second. */
const cpuMs = (): number =>
  (readFileSync(`/proc/${web.pid}/stat`, 'utf8').split(') ')[1] ?? '')
    .split(' ')
    .slice(11, 13)
    .reduce((sum, ticks) => sum + Number(ticks) * 10, 0)

/** Again while the service starts, or says that it is busy. */
async function bytesOf(path: string, body: string | undefined): Promise<number> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<number | null>()
    const headers = {
      Host: new URL(origin).host,
      Cookie: `__Host-session=cgs_${'a'.repeat(43)}.101`,
      ...(body !== undefined && { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' }),
    }
    request({ port, host: '127.0.0.1', path, headers, method: body === undefined ? 'GET' : 'POST' }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length))
      reply.on('end', () => resolve(reply.statusCode === 200 ? bytes : null))
    })
      .on('error', () => resolve(null))
      .end(body)
    const bytes = await promise
    if (bytes !== null) return bytes
    await setTimeout(200)
  }
}

for (const [what, path, { form } = {}] of pagesOfLargeCourse) {
  const body = form && new URLSearchParams(form).toString()
  const took: number[] = []
  let bytes = 0
  // The first round is for the compiler.
  for (let round = 0; round <= rounds; round += 1) {
    const before = cpuMs()
    for (let time = 0; time < times; time += 1) bytes = await bytesOf(path, body)
    if (round > 0) took.push((cpuMs() - before) / times)
  }
  const [least = 0, , middle = 0, , most = 0] = took.toSorted((one, other) => one - other)
  const figures = [middle, least, most].map((ms) => ms.toFixed(0))
  process.stdout.write(
    `| ${what} | ${Math.round(bytes / 1000)} KB | ${figures[0]} ms | ${figures[1]}–${figures[2]} ms |\n`,
  )
}
web.kill('SIGINT')
boundary.close()
