import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyCheckout, createNewcomer, type Newcomer, npmStart, paste, removeNewcomer } from './newcomer.fixture.ts'
import { findDatabase } from './open-database.ts'
import { freePortBase } from './stand-in/spawn-stand-in.ts'
import { openStateFolder } from './state-folder.ts'

const timeout = 600_000

describe('the commands of the README, in a fresh clone in which npm start runs', { timeout }, () => {
  let newcomer: Newcomer
  let copy: string
  let portBase: number

  beforeAll(async () => {
    newcomer = createNewcomer()
    copy = copyCheckout(newcomer, 'clone')
    portBase = await freePortBase()
    await npmStart(newcomer, copy, portBase).ready
  }, timeout)

  afterAll(() => removeNewcomer(newcomer), timeout)

  it('each have a short form here', () => {
    expect(Object.keys(shortForms)).toEqual(commandsOfReadme())
  })

  it.each(Object.values(shortForms).flat())('%s', (command) => {
    expect(paste(newcomer, copy, `${asPasted(command)} 2>&1; echo "ended with $?"`)).toMatch(/ended with 0\n$/)
  })

  it('pnpm migrate, on the database that runs', () => {
    const url = findDatabase(undefined, openStateFolder(copy))
    const command = `MIGRATION_DATABASE_URL='${url}' ${asPasted('pnpm migrate')}`
    expect(paste(newcomer, copy, `${command} 2>&1; echo "ended with $?"`)).toMatch(/ended with 0\n$/)
  })

  it.each([
    ['npm start -- --fresh', '\nReady.'],
    ['pnpm dev', '\nReady.'],
    ['pnpm docs:dev', 'http://localhost:'],
  ])('%s, until Ctrl-C', async (command, sign) => {
    // In a copy of its own, because the first one's database is in use.
    const other = copyCheckout(newcomer, command.replaceAll(/\W+/g, '-'))
    const ports = command === 'pnpm docs:dev' ? '' : ` --port-base ${await freePortBase()}`
    const lines = `npm run pretest >install.log 2>&1; set -m; ${asPasted(command)}${ports} >out.log 2>&1 & 
      until grep -q '${sign.trim()}' out.log; do kill -0 %1 || break; sleep 1; done
      kill -INT -- -$!; wait $!; cat out.log`
    expect(paste(newcomer, other, lines)).toContain(sign)
  })
})

const small = '@course-grading/concurrency'
const bench = (name: string) => `pnpm bench ${name} --rounds 1 --seconds 0.2 --connections 2 --dry-run`

/** What is run of each row of the README's table. Empty where another test runs it: below, or in the package that it belongs to. */
const shortForms: Readonly<Record<string, readonly string[]>> = {
  '`npm start`': [],
  '`npm start -- --fresh`': [],
  // `.ci/run` runs it whole, since it cannot be cut.
  '`npm test`': [],
  '`pnpm dev`': [],
  '`pnpm check`': ['pnpm check'],
  '`pnpm vitest --project @course-grading/data`': [`pnpm vitest --project ${small}`],
  '`pnpm test:long`': ['pnpm test:long --project @course-grading/http-kit'],
  '`pnpm test:full`': ['pnpm test:full --only migrations'],
  '`pnpm format`': ['pnpm format'],
  '`pnpm weigh`': ['pnpm weigh'],
  '`pnpm docs:dev`, `pnpm docs:build`': ['pnpm docs:build'],
  '`pnpm screenshots`': ['pnpm screenshots'],
  '`pnpm openapi`': ['pnpm openapi'],
  '`pnpm demo`': ['pnpm demo'],
  // `test/infra` runs them with a stand-in for Docker.
  '`infra/deploy/build-images.sh`, `infra/deploy/pin-images.sh`': [],
  '`pnpm migrate`': [],
  '`pnpm build`': ['pnpm build'],
  '`pnpm bench public-api`, `frontend-internal`, `submissions`, `grading`, `feedback`, `web`': [
    'public-api',
    'frontend-internal',
    'submissions',
    'grading',
    'feedback',
    'web',
  ].map(bench),
  '`pnpm deliveries list`, `pnpm rotate-capabilities plan`, `pnpm purge`': [
    'pnpm deliveries list',
    'pnpm rotate-capabilities plan',
    'pnpm purge',
  ],
  '`pnpm revoke-sessions --user 101`, `pnpm rotate-session-keys plan`, `pnpm erasures export > file`, `pnpm erasures apply file`':
    [
      'pnpm revoke-sessions --user 101',
      'pnpm rotate-session-keys plan',
      'pnpm --silent erasures export > erasures.csv',
      'pnpm erasures apply erasures.csv',
    ],
}

/** The first cells of the table of commands. */
function commandsOfReadme(): string[] {
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8')
  const [, table = ''] = /^## Commands\n[^]*?(^\|[^]*?)\n\n/m.exec(readme) ?? []
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split(' | ')[0]?.slice(2) ?? '')
}

/** A newcomer has no pnpm but that of the clone. */
const asPasted = (command: string): string => command.replace(/^pnpm /, 'node_modules/.bin/pnpm ')
