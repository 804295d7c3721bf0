import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpTables } from './canary-dump.ts'
import { type Canary, createCanaryScanner } from './canary-encodings.ts'
import { disturbedRequests } from './canary-frontend-disturbances.ts'
import { type CanaryReply, createAsk, operationIds } from './canary-frontend-exchange.ts'
import { goodRequests, refusedRequests } from './canary-frontend-traffic.ts'
import { type FrontendCanaryWorld, startFrontendCanaryWorld } from './canary-frontend-world.ts'
import { metricsOf, valueOf } from './prometheus-text.ts'

let canaries: FrontendCanaryWorld
let stopped: ReadonlyMap<string, string> | undefined
const answers: CanaryReply[] = []
beforeAll(async () => {
  canaries = await startFrontendCanaryWorld()
})
afterAll(async () => {
  if (stopped === undefined) await canaries.stop()
})

/** The canaries that the texts contain. */
function found(wanted: readonly Canary[], texts: Iterable<readonly [name: string, text: string]>): string[] {
  const scanner = createCanaryScanner(wanted)
  return [...texts].flatMap(([name, text]) => scanner.find(text).map((what) => `${name}: ${what}`))
}

const isSealed = ({ name }: Canary): boolean => name.startsWith('the sealed token')
const named = (some: readonly CanaryReply[]): [string, string][] =>
  some.map(({ operation, status, text }, index) => [`${operation} ${status} (${index})`, text])

describe.each(['development', 'production'] as const)('traffic of every kind at frontend-internal in %s', (mode) => {
  it('succeeds where it should', { timeout: 600_000 }, () =>
    goodRequests(createAsk(canaries, canaries.processes[mode], answers), canaries),
  )
  it('is rejected where it should be', { timeout: 600_000 }, () =>
    refusedRequests(createAsk(canaries, canaries.processes[mode], answers), canaries),
  )
  it('is disturbed by the platform and the database', { timeout: 600_000 }, () =>
    disturbedRequests(createAsk(canaries, canaries.processes[mode], answers), canaries),
  )
})

describe('the outcome of all traffic', () => {
  it('is of all kinds, so that the absence of canaries is meaningful', () => {
    const seen = new Set(answers.map(({ operation, status }) => `${operation} ${status < 400 ? 'done' : 'refused'}`))
    expect(operationIds.flatMap((id) => [`${id} done`, `${id} refused`]).filter((each) => !seen.has(each))).toEqual([])
    for (const status of [200, 201, 204, 400, 401, 403, 404, 413, 415, 428, 500, 502])
      expect(answers.map((answer) => answer.status)).toContain(status)
    expect(canaries.credentials().filter(({ name }) => name.startsWith('session id')).length).toBeGreaterThan(15)
  })

  it('contains no person and no credential in any rejection', { timeout: 600_000 }, () => {
    expect(
      found([...canaries.credentials(), ...canaries.people], named(answers.filter(({ status }) => status >= 400))),
    ).toEqual([])
  })

  it('contains no credential in any other reply, except the id of a new session', { timeout: 600_000 }, () => {
    const others = named(answers.filter(({ status }) => status < 400)).map(([name, text]): [string, string] => [
      name,
      text.replace(/"sessionId":"[^"]+"/, ''),
    ])
    expect(found(canaries.credentials(), others)).toEqual([])
  })

  it(
    'contains no credential in any row of the database, and people only in their own tables',
    { timeout: 600_000 },
    async () => {
      const dump = await dumpTables({ query: canaries.world.query } as Parameters<typeof dumpTables>[0])
      expect(
        found(
          canaries.credentials().filter((canary) => !isSealed(canary)),
          dump,
        ),
      ).toEqual([])
      const isTheirs = ([table]: readonly [string, string]): boolean =>
        ['public.session', 'public.roster_student', 'public.completed_result'].includes(table)
      for (const table of [...dump].filter(isTheirs)) expect(found(canaries.people, [table])).not.toEqual([])
      const elsewhere = [...dump].filter((table) => !isTheirs(table))
      expect(elsewhere.length).toBeGreaterThan(10)
      expect(found(canaries.people, elsewhere)).toEqual([])
    },
  )

  it('never sent the database a token, a session id or a secret', { timeout: 600_000 }, () => {
    const bytes = canaries.wire.bytes().toString('latin1')
    expect(bytes).toContain('useSession')
    expect(
      found(
        canaries.credentials().filter((canary) => !isSealed(canary)),
        [['the wire', bytes]],
      ),
    ).toEqual([])
  })

  it('contains no person and no credential in any metric', { timeout: 600_000 }, async () => {
    for (const [name, process] of Object.entries(canaries.processes)) {
      const text = await metricsOf(process)
      expect(found([...canaries.credentials(), ...canaries.people], [[name, text]])).toEqual([])
      // The log's filter must not have had anything to replace.
      expect(valueOf(text, 'log_redactions_total')).toBe(0)
    }
  })

  it('contains no person and no credential in any line of the log', { timeout: 600_000 }, async () => {
    const {
      processes: { development, production },
    } = canaries
    stopped = await canaries.stop()
    for (const process of [development, production]) {
      expect(process.logLines().at(-1)).toMatchObject({ message: 'stopped' })
      const events = new Set(process.logLines().map(({ event }) => event))
      for (const event of [
        'frontend_secret_refused',
        'session_refused',
        'session_created',
        'session_ended',
        'session_unopenable',
      ])
        expect(events).toContain(event)
    }
    expect(found([...canaries.credentials(), ...canaries.people], stopped)).toEqual([])
  })
})
