import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

interface Snippet {
  readonly rule: string
  readonly path: string
  readonly code: string
  readonly found: boolean
}

const handler = 'services/public-api/src/settings/handler.ts'
const test = 'services/public-api/src/settings/handler.test.ts'
const inHandler = (rule: string, found: boolean, codes: readonly string[]): Snippet[] =>
  codes.map((code) => ({ rule, path: handler, code, found }))

const snippets: readonly Snippet[] = [
  ...inHandler('requests-leave-by-the-clients', true, [
    'await fetch(url)',
    'globalThis.fetch(url)',
    'http.get(url)',
    'https.request(url)',
    'net.connect(1)',
    'pool.request({})',
    'new WebSocket(url)',
    "import { request } from 'node:http'",
    "import { connect } from 'node:tls'",
  ]),
  ...inHandler('requests-leave-by-the-clients', false, [
    'cache.fetch(key)',
    'fetchCourse(upstream)',
    "import type { ClientRequest } from 'node:http'",
    "import { createServer } from 'node:http'",
    'tree.get(url)',
  ]),
  {
    rule: 'requests-leave-by-the-clients',
    path: 'libs/upstream/src/exchange.ts',
    code: 'pool.request({})',
    found: false,
  },
  {
    rule: 'requests-leave-by-the-clients',
    path: 'libs/upstream/src/courses/fetch-course.ts',
    code: 'pool.request({})',
    found: true,
  },
  { rule: 'requests-leave-by-the-clients', path: test, code: 'await fetch(url)', found: false },
  ...inHandler('statements-are-templates', true, [
    'sql.unsafe`SELECT 1`',
    'sql.unsafe`SELECT ${id}`',
    'sql.literalValue(name)',
    'client.query(`SELECT ${id}`)',
    'client.query(`SELECT ${id}`, [])',
    "client.query('SELECT ' + id)",
  ]),
  ...inHandler('statements-are-templates', false, [
    "client.query('SELECT $1', [id])",
    "client.query('SELECT ' + '1')",
    'client.query(`SELECT 1`)',
  ]),
  { rule: 'statements-are-templates', path: test, code: 'client.query(`DROP TABLE ${name}`)', found: false },
  ...inHandler('error-texts-stay-inside', true, [
    'reply(error.message)',
    'log(err.stack)',
    'log(e.message)',
    'log(this.cause.message)',
    'log(upstreamError.message)',
    'String(error)',
    'JSON.stringify(err)',
    'log(`failed: ${error}`)',
    'inspect(error)',
  ]),
  ...inHandler('error-texts-stay-inside', false, [
    'reply(problem.message)',
    'log(error.code)',
    'String(course)',
    'reply(problems[code].message)',
    'note.message',
  ]),
  { rule: 'error-texts-stay-inside', path: 'libs/data/bin/migrate.ts', code: 'tell(error.message)', found: false },
  ...inHandler('durations-use-the-steady-clock', true, [
    'Date.now()',
    'const now = Date.now',
    'new Date()',
    'new Date().toISOString()',
    'const at = new Date',
    'globalThis.Date.now()',
    'new globalThis.Date()',
    'const { now } = Date',
    "Date['now']()",
    'Temporal.Now.instant()',
    'const clock = Temporal.Now',
    'globalThis.Temporal.Now.plainDateISO()',
    'const { Now } = Temporal',
    "Temporal['Now'].instant()",
    'performance.timeOrigin + performance.now()',
    'globalThis.performance.timeOrigin',
    'const { timeOrigin } = performance',
    'const { timeOrigin: began } = performance',
    'performance.toJSON()',
    "performance['timeOrigin']",
  ]),
  ...inHandler('durations-use-the-steady-clock', false, [
    'performance.now()',
    'new Date(text)',
    'Date.parse(text)',
    'const { now } = performance',
    'Temporal.Instant.from(text)',
    'Temporal.Duration.from({ seconds: 1 })',
    'const { Instant } = Temporal',
    'call.now()',
  ]),
  {
    rule: 'durations-use-the-steady-clock',
    path: 'libs/data/src/delivery/lease-delivery.ts',
    code: 'const until = performance.timeOrigin + performance.now()',
    found: true,
  },
  {
    rule: 'durations-use-the-steady-clock',
    path: 'libs/data/src/delivery/lease-delivery.ts',
    code: 'const until = Temporal.Now.instant()',
    found: true,
  },
  { rule: 'durations-use-the-steady-clock', path: test, code: 'Date.now()', found: false },
  ...inHandler('ids-ascend', true, ['const id = randomUUIDv7()', "import { randomUUIDv7 } from 'node:crypto'"]),
  ...inHandler('ids-ascend', false, ['const id = newId()', 'const holder = randomUUID()']),
  ...inHandler('output-goes-through-the-log', true, [
    'console.log(1)',
    'globalThis.console.error(1)',
    'const { log } = console.x',
    "import console from 'node:console'",
  ]),
  ...inHandler('output-goes-through-the-log', false, ['logger.info(1)']),
  ...inHandler('input-is-picked-not-merged', true, [
    'Object.assign(current, change)',
    'const next = { ...JSON.parse(text) }',
    'const next = { ...call.body }',
    'const next = { ...ctx.query }',
    'const next = { ...body, id: 1 }',
    'Object.setPrototypeOf(a, b)',
  ]),
  ...inHandler('input-is-picked-not-merged', false, [
    'const next = { ...current }',
    'const next = { name: body.name }',
    'const all = [...rows]',
  ]),
  { rule: 'input-is-picked-not-merged', path: test, code: 'const next = { ...body, id: 1 }', found: false },
  ...inHandler('transactions-may-repeat', true, [
    'await database.transaction(async (tx) => { done = await write(tx) })',
    'await deps.database.transaction((tx) => { runs += 1; return write(tx) })',
    'await database.transaction(async (tx) => { ids.push(await write(tx)) })',
    "await database.transaction(async (tx) => { deps.logger.info('written') })",
    "await changeAssessment(deps, call, { write: async () => countWork('claimed') })",
    'async function write(tx: Tx, { metrics }: Deps) { metrics.written() }',
  ]),
  ...inHandler('transactions-may-repeat', false, [
    "done = await database.transaction((tx) => write(tx)); logger.info('written')",
    'await database.transaction((tx) => countSnippetUses(tx, ids))',
  ]),
]

describe('the syntax rules', async () => {
  const ids = (await readdir(join(root, 'infra/dev/checks/rules')))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => basename(name, '.yml'))
  let folder = ''
  const found = new Set<string>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'syntax-rules-'))
    await cp(join(root, 'infra/dev/checks'), join(folder, 'infra/dev/checks'), { recursive: true })
    // Each snippet has its own tree, so that globs apply to real paths and no two snippets share a file.
    for (const [number, { path, code }] of snippets.entries()) {
      const file = join(folder, String(number), path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${code}\n`)
      for (const { ruleId } of await scan(folder, join(folder, String(number)))) found.add(`${number} ${ruleId}`)
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(snippets.map((snippet, number) => ({ ...snippet, number })))(
    '$rule in $path: $code ($found)',
    ({ rule, found: expected, number }) => {
      expect(found.has(`${number} ${rule}`)).toBe(expected)
    },
  )

  it.each(ids)('%s is tested with code that it finds and with code that it accepts', (id) => {
    expect(new Set(snippets.filter(({ rule }) => rule === id).map((snippet) => snippet.found))).toEqual(
      new Set([true, false]),
    )
  })
})

async function scan(config: string, tree: string): Promise<{ ruleId: string }[]> {
  await cp(join(config, 'infra'), join(tree, 'infra'), { recursive: true })
  const outcome = await run(
    join(root, 'node_modules/.bin/ast-grep'),
    ['scan', '--config', 'infra/dev/checks/sgconfig.yml', '--json=compact'],
    { cwd: tree },
  ).catch((error: unknown) => error as { stdout: string })
  return JSON.parse(outcome.stdout) as { ruleId: string }[]
}
