import { startCommand } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpTables } from './canary-dump.ts'
import { type Canary, createCanaryScanner } from './canary-encodings.ts'
import { deliverInEveryWay, loseWorker } from './canary-grading-deliveries.ts'
import { disturbedGraderRequests } from './canary-grading-disturbances.ts'
import { createAskAsGrader, type GraderReply, gradingOperations, patienceMs } from './canary-grading-exchange.ts'
import { readServerLog } from './canary-grading-server-log.ts'
import { brokenGraderMessages, goodGraderRequests, refusedGraderRequests } from './canary-grading-traffic.ts'
import { type GradingCanaryWorld, type GradingMode, startGradingCanaryWorld } from './canary-grading-world.ts'
import { metricsOf, valueOf } from './prometheus-text.ts'
import { type ServiceProcess, waitFor } from './service-process.ts'

const timeout = 2 * patienceMs
/** The modes use different submissions. */
const firstOf = { production: 60_000, development: 70_000 } as const

let world: GradingCanaryWorld
const processes = new Map<GradingMode, ServiceProcess>()
const answers: GraderReply[] = []
const metrics = new Map<string, string>()
const outputs = new Map<string, string>()
beforeAll(async () => {
  world = await startGradingCanaryWorld()
  processes.set('production', await world.start('production'))
}, timeout)
afterAll(() => world.close(), timeout)

const processOf = (mode: GradingMode): ServiceProcess => {
  const found = processes.get(mode)
  if (found === undefined) throw new Error(`${mode} was never started`)
  return found
}
const askIn = (mode: GradingMode) => createAskAsGrader(world, processOf(mode), answers)

/** The canaries that the texts contain. */
function found(wanted: readonly Canary[], texts: Iterable<readonly [name: string, text: string]>): string[] {
  const scanner = createCanaryScanner(wanted)
  return [...texts].flatMap(([name, text]) => scanner.find(text).map((what) => `${name}: ${what}`))
}
const everything = (): Canary[] => Object.values(world.canaries()).flat()

/** One mode after the other, so that it is known which process delivered. */
function trafficIn(mode: GradingMode): void {
  describe(`traffic of every kind at manual-grading in ${mode}`, { timeout }, () => {
    const first = firstOf[mode]
    it('succeeds where it should', () => goodGraderRequests(askIn(mode), world, { first, mode }))
    it('is rejected where it should be', async () => {
      await refusedGraderRequests(askIn(mode), world, first + 100)
      await brokenGraderMessages(world, processOf(mode), answers)
    })
    it('sends grades to a learning platform that repeats its input', () =>
      deliverInEveryWay(askIn(mode), world, first + 200))
    it('is disturbed by its database', () =>
      disturbedGraderRequests(askIn(mode), world, { first: first + 300, process: processOf(mode) }))
  })
}

trafficIn('production')
describe('a process that is killed while it sends a grade', { timeout }, () => {
  it('leaves the delivery to another process', async () => {
    metrics.set('production', await metricsOf(processOf('production')))
    processes.set(
      'development',
      await loseWorker(askIn('production'), world, {
        submissionId: firstOf.production + 400,
        process: processOf('production'),
        next: () => world.start('development'),
      }),
    )
  })
})
trafficIn('development')

describe('the commands of operators', { timeout }, () => {
  it('report the outcome of grades and of key rotations', async () => {
    const ids = await world.query<{ id: string }>('SELECT id FROM delivery WHERE state = $1 ORDER BY ordinal', [
      'ambiguous',
    ])
    const [id = '', last = ''] = [ids[0]?.id, ids.at(-1)?.id]
    const run = async (name: string, ...args: string[]): Promise<void> => {
      const running = startCommand(
        new URL(`../../../services/manual-grading/bin/${name}.ts`, import.meta.url),
        args,
        world.commandEnv,
      )
      const { code, output } = await running.ended
      expect(code, output).toBeLessThan(2)
      outputs.set(
        `${name} ${args.join(' ')}`,
        [output, ...running.logged.map((line) => JSON.stringify(line))].join('\n'),
      )
    }
    await Promise.all([run('deliveries', 'list'), run('deliveries', 'show', id), run('rotate-capabilities', 'plan')])
    await Promise.all([
      run('deliveries', 'resolve', last, '--as', 'delivered', '--reason', 'It is there.'),
      run('rotate-capabilities', 'run'),
    ])
    await Promise.all([run('rotate-capabilities', 'verify'), run('purge')])
    expect(outputs.get(`deliveries show ${id}`)).toContain('ambiguous')
    expect(outputs.get('rotate-capabilities run')).toContain('"keys_rotated"')
    expect(found(everything(), outputs)).toEqual([])
  })
})

describe('the outcome of all traffic', { timeout }, () => {
  it('is of all kinds, so that the absence of canaries is meaningful', async () => {
    const seen = new Set(answers.map(({ operation, status }) => `${operation} ${status < 400 ? 'done' : 'refused'}`))
    expect(
      gradingOperations.flatMap((id) => [`${id} done`, `${id} refused`]).filter((each) => !seen.has(each)),
    ).toEqual([])
    const statuses = new Set(answers.map(({ status }) => status))
    for (const status of [200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 500])
      expect(statuses).toContain(status)
    const ends = await world.query<{ end: string }>(
      `SELECT DISTINCT concat_ws(':', to_state, kind) AS end FROM delivery_event`,
    )
    expect(ends.map(({ end }) => end)).toEqual(
      expect.arrayContaining([
        'delivered',
        'ambiguous:reply_cut',
        'ambiguous:worker_lost',
        'refused:invalid_grade',
        'refused:graded_elsewhere',
        'refused:never_sent',
        'pending:key_unknown',
        'pending:tls_failed',
      ]),
    )
    expect(world.canaries().forbidden.filter(({ name }) => name.startsWith('a token of')).length).toBeGreaterThan(100)
  })

  it('contains no canary in any reply', () => {
    expect(
      found(
        everything(),
        answers.map(({ operation, status, text }, index) => [`${operation} ${status} (${index})`, text]),
      ),
    ).toEqual([])
  })

  it('contains no canary in any metric', async () => {
    metrics.set('development', await metricsOf(processOf('development')))
    for (const [mode, text] of metrics) {
      expect(text).toContain('delivery_outcomes_total')
      // The log's filter must not have had anything to replace.
      expect([mode, valueOf(text, 'log_redactions_total')]).toEqual([mode, 0])
    }
    expect(found(everything(), metrics)).toEqual([])
  })

  it('contains no canary in any row of the database, except submitters and feedback in their own tables', async () => {
    const dump = await dumpTables({ query: async (text: string) => ({ rows: await world.query(text) }) } as Parameters<
      typeof dumpTables
    >[0])
    const { forbidden, submitters, feedback } = world.canaries()
    expect(dump.size).toBeGreaterThan(10)
    expect(found(forbidden, dump)).toEqual([])
    for (const [canaries, theirs] of [
      [submitters, 'public.submission_submitter'],
      [feedback, 'public.completed_result'],
    ] as const) {
      expect(found(canaries, [[theirs, dump.get(theirs) ?? '']])).not.toEqual([])
      expect(
        found(
          canaries,
          [...dump].filter(([table]) => table !== theirs),
        ),
      ).toEqual([])
    }
  })

  it('never sent the database a URL, a secret, or a text of others, according to the log of its server', () => {
    const log = readServerLog(world.database.log())
    const { forbidden, submitters, feedback } = world.canaries()
    for (const statement of [
      'execute leaseDelivery',
      'execute recordOutcome',
      'execute recordVerification',
      'execute listCapabilities',
      'refused (',
    ])
      expect(log.others + log.registering).toContain(statement)
    expect(found(forbidden, Object.entries(log))).toEqual([])
    expect(found(submitters, [['registering', log.registering]])).not.toEqual([])
    expect(
      found(submitters, [
        ['assessing', log.assessing],
        ['others', log.others],
      ]),
    ).toEqual([])
    expect(found(feedback, [['assessing', log.assessing]])).not.toEqual([])
    expect(
      found(feedback, [
        ['registering', log.registering],
        ['others', log.others],
      ]),
    ).toEqual([])
  })

  it('replaces the token of a callback that is sent as a request id by a new id', async () => {
    const token = world.callbackOf(1).split('token=')[1] ?? ''
    const requestIds = (): unknown[] =>
      processOf('development')
        .logLines()
        .filter(({ operation }) => operation === 'getExerciseCourse')
        .map(({ requestId }) => requestId)
    const before = requestIds().length
    const { text } = await createAskAsGrader(world, processOf('development'), [])('getExerciseCourse', [200], {
      headers: [['X-Request-ID', token]],
    })
    expect(text).not.toContain(token)
    await waitFor('the line of the request', patienceMs, () => requestIds().length > before || undefined)
    expect(requestIds().at(-1)).toMatch(/^[0-9a-f-]{36}$/)
    expect(token).not.toBe('')
  })

  it('contains no canary in any line of the log', async () => {
    await processOf('development').stop()
    const events = new Set([...processes.values()].flatMap((process) => process.logLines().map(({ event }) => event)))
    for (const event of [
      'manual_grading_secret_refused',
      'capability_registered',
      'capability_deleted',
      'callback_not_allowed',
      'fixtures_reset',
      'delivery_leased',
      'delivery_returned',
      'delivery_refused',
      'delivery_send_started',
      'delivery_delivered',
      'delivery_ambiguous',
      'delivery_verified',
      'delivery_read_back',
      'delivery_lease_expired',
      'delivery_record_failed',
    ])
      expect(events).toContain(event)
    expect(processOf('development').logLines().at(-1)).toMatchObject({ message: 'stopped' })
    expect(
      found(
        everything(),
        [...processes].map(([mode, process]) => [mode, process.output()]),
      ),
    ).toEqual([])
  })
})
