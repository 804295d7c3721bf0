import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

describe('the syntax rules', () => {
  it.each(snippets)('%s in %s', async (rule, path, found, accepted) => {
    for (const code of found) expect(await rulesThatFind(path, code), code).toContain(rule)
    expect(await rulesThatFind(path, accepted), accepted).not.toContain(rule)
  })

  it('are all tried', async () => {
    const files = await readdir(join(root, 'infra/dev/checks/rules'))
    expect(files.map((file) => basename(file, '.yml')).sort()).toEqual(
      [...new Set(snippets.map(([rule]) => rule))].sort(),
    )
  })
})

/** The rules that find something in a tree with this one file. */
async function rulesThatFind(path: string, code: string): Promise<readonly string[]> {
  const tree = await mkdtemp(join(tmpdir(), 'syntax-rules-'))
  onTestFinished(() => rm(tree, { recursive: true }))
  await cp(join(root, 'infra/dev/checks'), join(tree, 'infra/dev/checks'), { recursive: true })
  await mkdir(join(tree, dirname(path)), { recursive: true })
  await writeFile(join(tree, path), `${code}\n`)
  const { stdout } = await run(
    join(root, 'node_modules/.bin/ast-grep'),
    ['scan', '--config', 'infra/dev/checks/sgconfig.yml', '--json=compact'],
    { cwd: tree },
  ).catch((error: unknown) => error as { stdout: string })
  return (JSON.parse(stdout) as { ruleId: string }[]).map(({ ruleId }) => ruleId)
}

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

const handler = 'services/public-api/src/settings/handler.ts'
const page = 'services/public-api/src/settings/settings-page.tsx'
const island = 'services/web/src/islands/grading/saver.ts'
const workBox = 'services/web/src/islands/grading/work-box.tsx'
const exchange = 'libs/upstream/src/client/exchange.ts'

/** For each rule: where, code that it finds, and code that it accepts. */
const snippets: readonly (readonly [rule: string, path: string, found: readonly string[], accepted: string])[] = [
  [
    'requests-leave-by-the-clients',
    handler,
    ['await fetch(url)', 'net.connect(1)', 'pool.request({})', "import { request } from 'node:http'"],
    "import type { ClientRequest } from 'node:http'",
  ],
  ['requests-leave-by-the-clients', exchange, [], 'pool.request({})'],
  ['requests-leave-by-the-clients', island, [], "fetch('/grade')"],
  [
    'statements-are-templates',
    handler,
    ['sql.unsafe`SELECT ${id}`', 'sql.literalValue(name)', 'client.query(`SELECT ${id}`)'],
    "client.query('SELECT $1', [id])",
  ],
  ['error-texts-stay-inside', handler, ['reply(error.message)', 'log(err.stack)', 'String(error)'], 'log(error.code)'],
  [
    'durations-use-the-steady-clock',
    handler,
    ['Date.now()', 'new Date()', 'Temporal.Now.instant()', 'performance.timeOrigin + performance.now()'],
    'performance.now() - Date.parse(text)',
  ],
  ['durations-use-the-steady-clock', island, [], 'Date.now()'],
  [
    'html-is-written-in-one-place',
    island,
    [
      'element.innerHTML = text',
      "element['innerHTML'] += text",
      'frame.srcdoc = text',
      "element.insertAdjacentHTML('beforeend', text)",
      'document.write(text)',
    ],
    'element.textContent = text',
  ],
  ['html-is-written-in-one-place', workBox, [], 'element.innerHTML = drawnByTheServer'],
  ['ids-ascend', handler, ["import { randomUUIDv7 } from 'node:crypto'"], 'const id = newId()'],
  ['output-goes-through-the-log', handler, ['console.log(1)'], 'logger.info(1)'],
  [
    'output-goes-through-the-log',
    page,
    ['export const A = () => <p>{console.log(1)}</p>'],
    'export const A = () => <p />',
  ],
  [
    'input-is-picked-not-merged',
    handler,
    ['Object.assign(current, change)', 'const next = { ...call.body }'],
    'const next = { name: body.name }',
  ],
  [
    'transactions-may-repeat',
    handler,
    [
      'await database.transaction(async (tx) => { done = await write(tx) })',
      "await database.transaction(async (tx) => { deps.logger.info('written') })",
      'async function write(tx: Tx, { metrics }: Deps) { metrics.written() }',
    ],
    "done = await database.transaction((tx) => write(tx)); logger.info('written')",
  ],
]
