import { join } from 'node:path'
import { startCommand } from '@course-grading/test-kit'
import { describe, expect, test } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { deliverInEveryWay, loseRecord } from './canary-deliveries.ts'
import { disturb } from './canary-disturbances.ts'
import { createCanaryScanner } from './canary-encodings.ts'
import { type CanaryKind, canaryKinds, kindsInReplies, kindsInTables } from './canary-kinds.ts'
import { boundaries, operationsOf } from './canary-requests.ts'
import { createTraffic, named, type Sent, type Traffic } from './canary-traffic.ts'
import { type CanaryWorld, type Mode, modes, servicesBegin, startCanaryWorld } from './canary-world.ts'
import { metricsOf, valueOf } from '../prometheus-text.ts'
import type { ServiceProcess } from '../service-process.ts'

const timeout = 600_000

describe('traffic of every kind', { timeout }, () => {
  it.for(modes)(
    'is every operation by its example, as everybody, in %s',
    async (mode, { scan: { world, trafficIn } }) => {
      const traffic = trafficIn[mode]
      const [grading] = boundaries
      await traffic.asEverybody(grading!)
      // Restores what the requests of the isolated grader have deleted.
      await traffic.asTeacher(grading!)
      if (mode === 'development') await deliverInEveryWay(world, traffic)
      for (const boundary of boundaries.slice(1)) await traffic.asEverybody(boundary)
    },
  )
  it.for(modes)('is every operation refused, in %s', async (mode, { scan: { trafficIn } }) => {
    for (const boundary of boundaries) await trafficIn[mode].refused(boundary)
  })
  it('is disturbed from all sides', ({ scan: { world, trafficIn } }) => disturb(world, trafficIn.production))
  it('has a client that exceeds the limits', async ({ scan: { world, trafficIn } }) => {
    const body = JSON.stringify({ token: world.tokenOf(103) })
    for (let count = 0; count < 25; count += 1) await trafficIn.production.send(named('createSession'), { body })
  })
  it('has a grade whose outcome is not recorded', ({ scan: { world, trafficIn } }) =>
    loseRecord(world, trafficIn.development))
  it('has the commands of operators', async ({ scan: { world, shown } }) => {
    const [row] = await world.query<{ id: string }>(`SELECT id FROM delivery WHERE state = 'ambiguous'`)
    for (const [name, ...args] of [
      ['deliveries', 'list'],
      ['deliveries', 'show', row?.id ?? ''],
      ['deliveries', 'resolve', row?.id ?? '', '--as', 'delivered', '--reason', 'It is there.'],
      ['rotate-capabilities', 'plan'],
      ['rotate-capabilities', 'run'],
      ['purge'],
    ] as const) {
      const program = new URL(`../../../../services/manual-grading/bin/${name}.ts`, import.meta.url)
      const running = startCommand(program, args, world.commandEnv)
      const { code, output } = await running.ended
      expect(code, output).toBeLessThan(2)
      shown.set([name, ...args].join(' '), output + JSON.stringify(running.logged))
    }
  })
})

describe('the result of the traffic', { timeout }, () => {
  it('is every operation, done and refused, since otherwise a missing canary would prove nothing', async ({ scan }) => {
    const { sent } = scan
    const missing = boundaries.flatMap(operationsOf).flatMap(({ boundary, id, operation: { allow } }) => {
      const seen = [
        ...new Set(
          sent.filter((each) => each.boundary === boundary.name && each.operation === id).map(({ status }) => status),
        ),
      ]
      return [
        ...(id in withoutSuccess || seen.some((status) => status < 400)
          ? []
          : [`${id} was never done: ${seen.join()}`]),
        ...(allow === 'anybody' || seen.some((status) => status >= 400) ? [] : [`${id} was never refused`]),
      ]
    })
    expect(missing).toEqual([])
    const statuses = new Set(sent.map(({ status }) => status))
    const wanted = [200, 201, 204, 304, 400, 401, 403, 404, 405, 409, 412, 413, 415, 428, 429, 431, 500, 502]
    expect(wanted.filter((status) => !statuses.has(status))).toEqual([])
    const events = new Set(processes(scan).flatMap(([, process]) => process.logLines().map(({ event }) => event)))
    const happened = `
      token_refused frontend_secret_refused manual_grading_secret_refused session_refused session_created
      session_ended session_unopenable capability_registered capability_deleted callback_not_allowed
      fixtures_reset delivery_leased delivery_returned delivery_refused delivery_send_started
      delivery_delivered delivery_ambiguous delivery_verified delivery_read_back delivery_record_failed
    `
      .trim()
      .split(/\s+/)
    expect(happened.filter((event) => !events.has(event))).toEqual([])
  })

  it('holds no canary in any refusal, but the name of the colleague who wrote or took over at the same time', ({
    scan,
  }) => {
    const namesColleague = /^frontend-internal to staff: patch(Assessment|Feedback) (409|412) /
    expectClean(scan, replies(scan, false), (name) => (namesColleague.test(name) ? ['person'] : []))
  })

  it('holds no canary in any success, but for those who may see it', ({ scan }) => {
    expectClean(scan, replies(scan, true), (name) => kindsInReplies[name.split(':')[0] ?? ''] ?? [])
    // Staff and students were shown what they may see.
    for (const [role, operation, kind] of [
      ['student', 'getMyFeedback', 'feedback'],
      ['teacher', 'getAssessment', 'staff'],
      ['teacher', 'getAssessment', 'unreleased'],
    ] as const) {
      const texts = scan.sent.filter(
        (each) => each.role === role && each.operation === operation && each.status === 200,
      )
      const known = found(
        scan,
        texts.map(({ text }) => [operation, text]),
        () => canaryKinds.filter((each) => each !== kind),
      )
      expect(known, `${kind} in ${operation}`).not.toEqual([])
    }
  })

  it('sent the learning platform only released results, its own URLs, and addresses of graders to look up', ({
    scan,
  }) => {
    const { world } = scan
    const texts = world.sentUpstream().map((text): Text => [/"path":"([^"]+)"/.exec(text)?.[1] ?? 'a grade', text])
    const allowed = (name: string): readonly CanaryKind[] =>
      name === '/api/v2/users' ? ['secret', 'person'] : ['secret', 'feedback']
    expect(found(scan, texts, allowed)).toEqual([])
    expect(found(scan, texts, () => canaryKinds.filter((kind) => kind !== 'feedback'))).not.toEqual([])
    for (const kind of ['staff', 'unreleased'] as const)
      for (const { secret } of world.canaries(kind))
        expect(found(scan, [['a grade', `feedback=${String(secret)}`]], allowed)).not.toEqual([])
  })

  it('names no internals in any reply', ({ scan: { world, sent } }) => {
    const words = 'node:internal .ts: slonik undici course_settings SQLSTATE /.pnpm/'.split(' ')
    const hosts = [world.upstream.url, world.database.ownerUrl].map((url) => new URL(url).host)
    const inside = [...words, ...hosts, checkout]
    // People open this page of the platform, so they must see its address.
    const shownPage = /"upstreamUrl":"[^"]*"/g
    const named = sent.flatMap(({ operation, status, text }) =>
      inside
        .filter((word) => text.replaceAll(shownPage, '').includes(word))
        .map((word) => `${operation} ${status}: ${word}`),
    )
    expect(named).toEqual([])
  })

  it('holds no canary in what operators are shown', ({ scan }) => expectClean(scan, [...scan.shown]))

  it('holds no canary in any metric', async ({ scan }) => {
    const metrics = new Map<string, string>()
    for (const [name, process] of processes(scan)) metrics.set(name, await metricsOf(process))
    expectClean(scan, [...metrics])
    for (const [name, text] of metrics) {
      expect(text).toContain('http_request_duration_seconds_count')
      // Every text that the log's filter has to replace was logged by mistake.
      expect(valueOf(text, 'log_redactions_total'), name).toBe(0)
    }
  })

  it('holds no canary in any row of the database, but for its own tables', async ({ scan }) => {
    const dump = await dumpTables(scan)
    expectClean(scan, dump, (name) => ['written', ...(kindsInTables[name] ?? [])])
    // Every kind occurs in the tables where it is allowed, which proves that the search finds it.
    for (const [name, own] of Object.entries(kindsInTables))
      for (const kind of own)
        expect(
          found(
            scan,
            dump.filter(([table]) => table === name),
            () => canaryKinds.filter((each) => each !== kind),
          ),
          `${kind} in ${name}`,
        ).not.toEqual([])
    expect(found(scan, dump, () => canaryKinds.filter((kind) => kind !== 'written')).length).toBeGreaterThan(2)
  })

  it('never sent the database a secret or a text of other systems, as the log of its server shows', ({ scan }) => {
    const log = scan.world.database.log()
    // Without the process id, equal lines of several processes are the same.
    const lines = new Set(
      log
        .slice(log.indexOf(servicesBegin))
        .replaceAll(/^@\d+@ /gm, '')
        .split('\n'),
    )
    const text = [...lines].join('\n')
    for (const word of ['execute useSession', 'execute updateCourseSettings', 'execute recordOutcome', 'refused ('])
      expect(text).toContain(word)
    expectClean(scan, [['the log of the server', text]], () => [
      'sealed',
      'person',
      'submitter',
      'feedback',
      'staff',
      'unreleased',
      'written',
    ])
  })

  // This is a separate test, because the scan of all outputs below takes much longer than the end of the processes.
  it('is that every process ends, and that its last line of the log says so', async ({ scan }) => {
    await Promise.all(processes(scan).map(([, process]) => process.stop()))
    const last = processes(scan).map(([name, process]) => [name, process.logLines().at(-1)?.message])
    expect(last).toEqual(processes(scan).map(([name]) => [name, 'stopped']))
  })

  it('holds no canary in any line of the log, to the last', ({ scan }) => {
    expectClean(
      scan,
      processes(scan).map(([name, process]) => [name, process.output()]),
    )
  })
})

interface Scan {
  readonly world: CanaryWorld
  readonly trafficIn: Readonly<Record<Mode, Traffic>>
  readonly sent: Sent[]
  /** What operators were shown, by command. */
  readonly shown: Map<string, string>
}

async function openScan({}: object, { onCleanup }: Fixture): Promise<Scan> {
  const world = await startCanaryWorld()
  onCleanup(world.close)
  const sent: Sent[] = []
  const trafficIn = Object.fromEntries(modes.map((mode) => [mode, createTraffic(world, mode, sent)]))
  return { world, sent, trafficIn: trafficIn as Scan['trafficIn'], shown: new Map() }
}

type Text = readonly [name: string, text: string]
/** The canaries in texts that must not have them. */
function found(
  { world }: Scan,
  texts: Iterable<Text>,
  allowed: (name: string) => readonly CanaryKind[] = () => [],
): string[] {
  const scanners = new Map<string, ReturnType<typeof createCanaryScanner>>()
  return [...texts].flatMap(([name, text]) => {
    const wanted = canaryKinds.filter((kind) => !allowed(name).includes(kind))
    const scanner = scanners.get(wanted.join()) ?? createCanaryScanner(world.canaries(...wanted))
    scanners.set(wanted.join(), scanner)
    return scanner.find(text).map((what) => `${name}: ${what}`)
  })
}
/** Expects no forbidden canary, and checks that one would be found: each text is searched again with a secret in it. */
function expectClean(scan: Scan, texts: readonly Text[], allowed?: (name: string) => readonly CanaryKind[]): void {
  expect(found(scan, texts, allowed)).toEqual([])
  const leak = `"x":"${scan.world.secrets.grading.current}"`
  expect(texts.length).toBeGreaterThan(0)
  const [name, text] = texts.at(-1)!
  expect(found(scan, [[name, `${text} ${leak}`]], allowed)).not.toEqual([])
}
const processes = ({ world }: Scan): (readonly [name: string, process: ServiceProcess])[] =>
  modes.flatMap((mode) =>
    Object.entries(world.processes[mode]).map(([name, process]) => [`${name} in ${mode}`, process] as const),
  )
/** The heads of all replies, and each body once for its boundary. */
function replies({ sent }: Scan, done: boolean): Text[] {
  const known = new Set<string>()
  return sent
    .filter(({ status }) => done === (status > 0 && status < 400))
    .flatMap(({ boundary, operation, role, status, text }, index): Text[] => {
      const isStaff = boundary === 'frontend-internal' && (role === 'teacher' || role === 'grader')
      const to = isStaff ? `${boundary} to staff` : boundary
      const name = `${to}: ${operation} ${status} (${index})`
      const [head = '', ...body] = text.replace(/"sessionId":"[^"]+"/, '').split('\r\n\r\n')
      const own = `${to} ${body.join()}`
      if (known.has(own)) return [[name, head]]
      known.add(own)
      return [
        [name, head],
        [name, body.join('\r\n\r\n')],
      ]
    })
}

async function dumpTables({ world }: Scan): Promise<Text[]> {
  const names = await world.query<{ name: string }>(`
    SELECT format('%I.%I', namespace.nspname, relation.relname) AS name
    FROM pg_catalog.pg_class AS relation JOIN pg_catalog.pg_namespace AS namespace ON namespace.oid = relation.relnamespace
    WHERE relation.relkind IN ('r', 'p', 'm', 'v') AND namespace.nspname !~ '^(pg_|information_schema$)'`)
  const dump: Text[] = []
  for (const { name } of names) {
    const rows = await world.query<{ row: string }>(`SELECT one::text AS row FROM ${name} AS one`)
    dump.push([name, rows.map(({ row }) => row).join('\n')])
  }
  return dump
}

/** Operations that never succeed here, each with its reason. Any other one that does not fails. */
const withoutSuccess: Readonly<Record<string, string>> = {}

const checkout = join(import.meta.dirname, '../../../..')

const it = test.extend('scan', { scope: 'file' }, openScan)
