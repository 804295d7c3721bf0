import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('the syntax rules', () => {
  it.each(breaks)('%s finds %s', (rule, code, path) => {
    expect(problems.get(pathOf(path, code))).toContain(rule)
  })

  it.each(Object.keys(accepted))('accept what may stand in %s', (path) => {
    expect(problems.get(path)).toBeUndefined()
  })

  it('are all tried', () => {
    const files = readdirSync(join(root, 'infra/dev/checks/rules'))
    expect(files.map((file) => basename(file, '.yml')).sort()).toEqual(
      [...new Set(breaks.map(([rule]) => rule))].sort(),
    )
  })
})

const root = join(import.meta.dirname, '../../..')
const handler = 'services/public-api/src/settings/handler.ts'
const page = 'services/public-api/src/settings/settings-page.tsx'
const webPage = 'services/web/src/grading/release-page.tsx'
const island = 'services/web/src/islands/grading/saver.ts'

const breaks: readonly (readonly [rule: string, code: string, path: string])[] = [
  ['requests-leave-by-the-clients', 'await fetch(url)', handler],
  ['requests-leave-by-the-clients', 'net.connect(1)', handler],
  ['requests-leave-by-the-clients', 'pool.request({})', handler],
  ['requests-leave-by-the-clients', "import { request } from 'node:http'", handler],
  ['statements-are-templates', 'sql.unsafe`SELECT ${id}`', handler],
  ['statements-are-templates', 'sql.literalValue(name)', handler],
  ['statements-are-templates', 'client.query(`SELECT ${id}`)', handler],
  ['error-texts-stay-inside', 'reply(error.message)', handler],
  ['error-texts-stay-inside', 'log(err.stack)', handler],
  ['error-texts-stay-inside', 'String(error)', handler],
  ['durations-use-the-steady-clock', 'Date.now()', handler],
  ['durations-use-the-steady-clock', 'new Date()', handler],
  ['durations-use-the-steady-clock', 'Temporal.Now.instant()', handler],
  ['durations-use-the-steady-clock', 'performance.timeOrigin + performance.now()', handler],
  ['html-is-written-in-one-place', 'element.innerHTML = text', island],
  ['html-is-written-in-one-place', "element['innerHTML'] += text", island],
  ['html-is-written-in-one-place', 'frame.srcdoc = text', island],
  ['html-is-written-in-one-place', "element.insertAdjacentHTML('beforeend', text)", island],
  ['html-is-written-in-one-place', 'document.write(text)', island],
  ['times-name-their-zone', "new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })", island],
  ['times-name-their-zone', 'Intl.DateTimeFormat().resolvedOptions()', island],
  ['times-name-their-zone', 'savedAt.toLocaleTimeString(locale)', island],
  ['times-name-their-zone', 'due.getHours()', island],
  ['numbers-are-typed-as-text', 'export const A = () => <input type="number" />', webPage],
  ['numbers-are-typed-as-text', "export const A = () => <input type={'number'} />", webPage],
  ['numbers-are-typed-as-text', "h('input', { type: 'number' })", island],
  ['ids-ascend', "import { randomUUIDv7 } from 'node:crypto'", handler],
  ['output-goes-through-the-log', 'console.log(1)', handler],
  ['output-goes-through-the-log', 'export const A = () => <p>{console.log(1)}</p>', page],
  ['input-is-picked-not-merged', 'Object.assign(current, change)', handler],
  ['input-is-picked-not-merged', 'const next = { ...call.body }', handler],
  ['transactions-may-repeat', 'await database.transaction(async (tx) => { done = await write(tx) })', handler],
  ['transactions-may-repeat', "await database.transaction(async (tx) => { deps.logger.info('written') })", handler],
  ['transactions-may-repeat', 'async function write(tx: Tx, { metrics }: Deps) { metrics.written() }', handler],
]

/** What no rule finds, by the file that it may stand in. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  [handler]: [
    "import type { ClientRequest } from 'node:http'",
    "client.query('SELECT $1', [id])",
    'log(error.code)',
    'performance.now() - Date.parse(text)',
    'const id = newId()',
    'const next = { name: body.name }',
    "done = await database.transaction((tx) => write(tx)); logger.info('written')",
  ],
  [page]: ['export const A = () => <p />'],
  [webPage]: ['export const A = () => <input type="checkbox" />'],
  [island]: [
    "fetch('/grade')",
    'Date.now()',
    'element.textContent = text',
    'new Intl.DateTimeFormat(en, { timeZone })',
  ],
  'services/web/src/islands/grading/work-box.tsx': ['element.innerHTML = drawnByTheServer'],
  'libs/upstream/src/client/exchange.ts': ['pool.request({})'],
}

/** A file of its own, beside the one that has what is accepted. */
const pathOf = (path: string, code: string): string =>
  join(dirname(path), `${breaks.findIndex((each) => each[1] === code && each[2] === path)}-${basename(path)}`)

/** The rules that find something in a tree of these files, by file. */
let problems: ReadonlyMap<string, readonly string[]>
let tree = ''
beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'syntax-rules-'))
  cpSync(join(root, 'infra/dev/checks'), join(tree, 'infra/dev/checks'), { recursive: true })
  const write = (path: string, code: string): void => {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    writeFileSync(join(tree, path), `${code}\n`)
  }
  for (const [, code, path] of breaks) write(pathOf(path, code), code)
  for (const [path, codes] of Object.entries(accepted)) write(path, codes.join('\n'))
  const args = ['scan', '--config', 'infra/dev/checks/sgconfig.yml', '--json=compact']
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/ast-grep'), args, { cwd: tree }).catch(
    (error: unknown) => error as { stdout: string },
  )
  const found = JSON.parse(stdout) as { file: string; ruleId: string }[]
  problems = new Map(
    [...Map.groupBy(found, ({ file }) => file)].map(([file, all]) => [file, all.map(({ ruleId }) => ruleId)]),
  )
})
afterAll(() => rmSync(tree, { recursive: true }))
