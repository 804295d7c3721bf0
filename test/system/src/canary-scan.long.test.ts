import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disturbances } from './canary-disturbances.ts'
import { dumpTables } from './canary-dump.ts'
import { type CanaryScanner, createCanaryScanner } from './canary-encodings.ts'
import { exchangeBytes, rawRequest, statusesOf, statusOf } from './canary-exchange.ts'
import { authorization, type CanaryStep, settingsPath } from './canary-step.ts'
import { canarySteps, tooManyAtOnce } from './canary-traffic.ts'
import { type CanaryWorld, startCanaryWorld } from './canary-world.ts'
import { patienceMs, type ServiceProcess, waitFor } from './service-process.ts'

const checkout = join(import.meta.dirname, '../../..')

let canaryWorld: CanaryWorld
let scanner: CanaryScanner
/** All replies by the title of their request. */
const answers = new Map<string, string>()

beforeAll(async () => {
  canaryWorld = await startCanaryWorld()
  scanner = createCanaryScanner(canaryWorld.canaries)
})
afterAll(() => canaryWorld.stop())

async function currentRevision(): Promise<number> {
  const { rows } = await canaryWorld.owner.query<{ revision: number }>(
    'SELECT revision FROM course_settings WHERE course_id = 11',
  )
  return rows[0]!.revision
}

/** Repeats a request that was rejected because the event loop of the process was late, as may happen on a slow machine. */
async function take(process: ServiceProcess, { title, statuses, requestAt }: CanaryStep): Promise<string> {
  const answer = await waitFor(`a reply to ${title}`, patienceMs, async () => {
    const received = await exchangeBytes(process.port, requestAt(await currentRevision()))
    return statusOf(received) === 503 && !statuses.includes(503) ? undefined : received
  })
  answers.set(`${title} (${process.port})`, answer)
  expect(statuses, `${title}:\n${answer}`).toContain(statusOf(answer))
  return answer
}

const found = (texts: Iterable<readonly [name: string, text: string]>): string[] =>
  [...texts].flatMap(([name, text]) => scanner.find(text).map((what) => `${name}: ${what}`))

describe.each(['development', 'production'] as const)('no secret leaves public-api in %s', (mode) => {
  it('whatever is requested', { timeout: 600_000 }, async () => {
    for (const step of canarySteps(canaryWorld)) await take(canaryWorld.processes[mode], step)
  })

  it('whatever system around it fails', { timeout: 600_000 }, async () => {
    for (const disturbance of disturbances(canaryWorld)) {
      await disturbance.begin()
      try {
        await take(canaryWorld.processes[mode], disturbance)
      } finally {
        await disturbance.end()
      }
    }
  })
})

describe('no secret leaves', () => {
  it('a service that limits the rate of a caller', async () => {
    const {
      processes: { limited },
      tokens: { teacher },
    } = canaryWorld
    const requestAt = (): Buffer => rawRequest({ target: settingsPath, headers: [authorization(teacher)] })
    for (const statuses of [[200], [200], [429]])
      await take(limited, { title: `a read that ends with ${statuses.join()}`, statuses, requestAt })
  })

  it('a service that is overloaded', async () => {
    const {
      world: { upstream },
      processes: { production },
    } = canaryWorld
    upstream.faults.add({ path: '/api/v2/users/me', times: 16, action: { kind: 'delay', delayMs: 1_000 } })
    const statuses = statusesOf(await take(production, tooManyAtOnce(canaryWorld)))
    upstream.faults.clear()
    expect(statuses).toHaveLength(21)
    expect(statuses.slice(16)).toEqual([503, 503, 503, 503, 503])
  })

  it('the services of internal boundaries', async () => {
    const {
      processes: { frontend, grading },
      tokens: { teacher },
      serviceSecrets,
    } = canaryWorld
    for (const [process, header, own, other] of [
      [frontend, 'X-Service-Frontend-Secret', serviceSecrets.frontend, serviceSecrets.grading],
      [grading, 'X-Service-Manual-Grading-Secret', serviceSecrets.grading, serviceSecrets.frontend],
    ] as const) {
      for (const target of [
        '/',
        '/internal/frontend/session',
        `/internal/frontend/sessions/${teacher}`,
        '/api/internal/capabilities',
        `/x?secret=${own}`,
        settingsPath,
      ]) {
        for (const value of [own, other, `${own}x`]) {
          const headers: [string, string][] = [[header, value], authorization(teacher)]
          await take(process, {
            title: `${target} with ${value}`,
            statuses: [401, 404],
            requestAt: () => rawRequest({ target, headers }),
          })
          await take(process, {
            title: `a write to ${target} with ${value}`,
            statuses: [404, 405],
            requestAt: () => rawRequest({ method: 'POST', target, headers, body: JSON.stringify({ value, teacher }) }),
          })
        }
      }
    }
  })
})

describe('a token that somebody sends as a request id', () => {
  it('is replaced by a new id in the reply and in the log', async () => {
    const {
      processes: { limited },
      tokens: { unknown },
    } = canaryWorld
    const answer = await exchangeBytes(
      limited.port,
      rawRequest({ target: settingsPath, headers: [['X-Request-ID', unknown]] }),
    )
    expect(scanner.find(answer)).toEqual([])
    const given = /^x-request-id: ([0-9a-f-]{36})\r$/im.exec(answer.toString())?.[1]
    await waitFor(
      'the line of the request',
      patienceMs,
      () => limited.logLines().some(({ requestId }) => requestId === given) || undefined,
    )
    expect(given).toBeDefined()
    expect(scanner.find(limited.output())).toEqual([])
  })
})

describe('the outcome of all traffic', () => {
  it('is of all kinds, so that the absence of canaries is meaningful', async () => {
    expect(answers.size).toBeGreaterThan(250)
    const statuses = new Set([...answers.values()].flatMap(statusesOf))
    for (const status of [200, 304, 400, 401, 403, 404, 405, 409, 412, 413, 415, 428, 429, 431, 500, 502, 503])
      expect(statuses).toContain(status)
    const isUnforeseen = ({ message }: { message: string }): boolean => message === 'unforeseen error'
    for (const mode of ['development', 'production'] as const) {
      await waitFor(
        'lines about unexpected errors',
        patienceMs,
        () => canaryWorld.processes[mode].logLines().filter(isUnforeseen).length > 5 || undefined,
      )
    }
    expect(
      (await dumpTables(canaryWorld.owner)).get('public.course_settings_revision')?.split('\n').length,
    ).toBeGreaterThan(4)
    expect(canaryWorld.wire.bytes().toString('latin1')).toContain('updateCourseSettings')
  })

  it('contains no canary in any reply', () => {
    expect(found(answers)).toEqual([])
  })

  it('names no internal detail in any reply', () => {
    const {
      world: { upstream, database },
    } = canaryWorld
    const inside = [
      new URL(upstream.url).host,
      database.name,
      new URL(database.ownerUrl).host,
      checkout,
      '/.pnpm/',
      'node:internal',
      '.ts:',
      'slonik',
      'undici',
      'course_settings',
      'SQLSTATE',
    ]
    const leaks = [...answers].flatMap(([name, text]) =>
      inside.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
    )
    expect(leaks).toEqual([])
  })

  it('contains no canary in any metric', async () => {
    const texts = await Promise.all(
      Object.entries(canaryWorld.processes).map(async ([name, { opsPort }]) => {
        const answer = await fetch(`http://127.0.0.1:${opsPort}/metrics`)
        return [name, await answer.text()] as const
      }),
    )
    for (const [, text] of texts) expect(text).toContain('http_request_duration_seconds_count')
    expect(found(texts)).toEqual([])
    const redactions = texts.map(([name, text]) => [name, Number(/^log_redactions_total (\d+)$/m.exec(text)?.[1])])
    expect(Object.fromEntries(redactions)).toEqual({
      development: 0,
      production: 0,
      limited: 0,
      frontend: 0,
      grading: 0,
    })
  })

  it('contains no canary in any row of the database', async () => {
    expect(found(await dumpTables(canaryWorld.owner))).toEqual([])
  })

  it('never sent the database a token, a password or a name', () => {
    expect(
      scanner.find(canaryWorld.wire.bytes().toString('latin1')).filter((what) => !what.startsWith('a refused row')),
    ).toEqual([])
  })

  it('contains no canary in any line of the log', async () => {
    const processes = Object.entries(canaryWorld.processes)
    await Promise.all(processes.map(([, process]) => process.stop()))
    for (const [, process] of processes) expect(process.logLines().at(-1)).toMatchObject({ message: 'stopped' })
    expect(found(processes.map(([name, process]) => [name, process.output()]))).toEqual([])
  })
})
