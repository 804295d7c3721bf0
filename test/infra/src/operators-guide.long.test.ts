import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalledPrograms } from '@course-grading/test-embedded-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsBelow, commandsOf } from './guide-commands.ts'
import { GuideMachine, type Outcome } from './guide-machine.ts'
import { launchOfDemonstration } from './launch-of-demonstration.ts'
import { isInPath } from './programs-in-path.ts'

const programs = findInstalledPrograms()
const missing = [
  ...['nginx', 'curl', 'openssl', 'pgbackrest', 'jq'].filter((program) => !isInPath(program)),
  ...(programs === null ? ['installed PostgreSQL'] : []),
]
const why = missing.length === 0 ? '' : ` (left out: there is no ${missing.join(', no ')})`

describe.skipIf(missing.length > 0)(`the operators' guide${why}`, { timeout: 600_000 }, () => {
  let folder: string
  let machine: GuideMachine
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guide-'))
    chmodSync(folder, 0o755)
    machine = new GuideMachine(folder, programs!)
    await machine.prepare()
  }, 600_000)
  afterAll(async () => {
    await machine.end()
    rmSync(folder, { recursive: true })
  })

  it('leads from an empty directory to the API and the pages, through the first hour and the change of every secret, of the keys twice', async () => {
    const install = await follow(machine, 'install')
    expect(install.get('curl https://grading.example.org/api/v1/openapi.json')?.output).toContain('"openapi"')
    expect(install.get('curl https://grading.example.org/sign-in')?.output).toContain('<h1>Sign in')
    await expectFirstHour(machine)
    await follow(machine, 'secrets')
    for (const heading of ['The keys of the sessions', 'The keys of the callback URLs'])
      for (const command of commandsBelow('secrets', heading)) await machine.type(command)
    await expectFirstHour(machine)
  })

  it('leads to a demonstration, whose teacher reads the settings of a course, and comes in from the simulator', async () => {
    await machine.end()
    await machine.type('rm -r secrets')
    const launches: unknown[] = []
    const demonstration = await follow(machine, 'demonstration', async (command) => {
      if (command === 'docker compose logs demo-seed')
        launches.push(await launchOfDemonstration(machine.portOf('simulator:8090'), machine.portOf('proxy:8443')))
    })
    expect(launches).toEqual([{ status: 303, location: '/signed-in' }])
    expect(demonstration.get('docker compose logs demo-seed')?.output).toContain('the demo world is there')
    const [settings, signIn] = [...demonstration.values()].filter(({ command }) => command.startsWith('curl'))
    expect(settings?.output).toContain('"courseId":11')
    expect(signIn?.output).toContain('http://localhost:8090')
  })
})

/** Types the commands of a page in an empty directory after those of the pages before it, and prints how long each took. */
async function follow(
  machine: GuideMachine,
  page: string,
  after: (command: string) => Promise<void> = async () => {},
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes: Outcome[] = []
  for (const command of commandsOf(page)) {
    const outcome = await machine.type(command)
    process.stdout.write(`${page}: ${outcome.ms} ms  ${command}\n`)
    outcomes.push(outcome)
    await after(command)
  }
  return new Map(outcomes.map((outcome) => [outcome.command, outcome]))
}

/** What the page of the first hour promises about the replies. */
async function expectFirstHour(machine: GuideMachine): Promise<void> {
  const firstHour = await follow(machine, 'first-hour')
  const ready = [...firstHour.values()].filter(({ command }) => command.includes('/health/ready'))
  expect(ready.map(({ output }) => output.includes('"status":"ready"'))).toEqual([true, true, true, true])
  const api = firstHour.get('curl --include https://grading.example.org/api/v1/openapi.json')?.output
  expect(api).toMatch(/^strict-transport-security: max-age=/im)
  expect(firstHour.get('curl --include https://grading.example.org/metrics')?.output).toContain(' 404 ')
}
