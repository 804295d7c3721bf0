import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fullRun } from '@course-grading/data/testing/full-run'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  copyCheckout,
  createNewcomer,
  type Newcomer,
  npmStart,
  paste,
  processesOf,
  removeNewcomer,
  type Running,
  type Started,
} from './newcomer.fixture.ts'
import { freePortBase } from './stand-in/spawn-stand-in.ts'

const why = fullRun ? (existsSync('/proc/self/environ') ? null : 'there is no /proc') : 'not a full run'
/** The first install downloads 150 MB. */
const timeout = 600_000
const nobody = 65_534
const whoeverRunsThis = { name: process.getuid?.() === 0 ? 'root' : 'an ordinary user', uid: undefined }
const users = [whoeverRunsThis, ...(process.getuid?.() === 0 ? [{ name: 'an ordinary user', uid: nobody }] : [])]

// The tests are a sequence: each continues where the one before it stopped.
describe.skipIf(why !== null).each(users)(
  `a newcomer ($name)${why === null ? '' : ` (left out: ${why})`}`,
  { timeout },
  ({ uid }) => {
    let newcomer: Newcomer
    let copies: { readonly first: string; readonly second: string }
    let ports: { readonly first: number; readonly second: number }
    let first: Started

    beforeAll(async () => {
      newcomer = createNewcomer(uid)
      copies = { first: copyCheckout(newcomer, 'first copy'), second: copyCheckout(newcomer, 'second copy') }
      ports = { first: await freePortBase(), second: await freePortBase() }
    })

    afterAll(() => {
      removeNewcomer(newcomer)
    }, timeout)

    it('runs npm start, with nothing but Node and npm, and everything is ready', async () => {
      first = npmStart(newcomer, copies.first, ports.first)
      await first.ready
      expect(first.output()).toContain('Installing packages')
      // What a later test expects to have ended must exist now, or that test would prove nothing.
      const commands = processesOf(copies.first)
        .map(({ command }) => command)
        .join('\n')
      const entries = ['public-api', 'frontend-internal', 'manual-grading', 'fake-upstream'].map(
        (name) => `/${name}/src/main.ts`,
      )
      for (const running of ['bin/postgres', ...entries]) expect(commands).toContain(running)
    })

    it('gets the promised output from the first example of the README', () => {
      const readme = readFileSync(join(copies.first, 'README.md'), 'utf8')
      const [, commands = ''] = /^## First example\n[^]*?^```sh\n([^]*?)^```/m.exec(readme) ?? []
      const promised = [...commands.matchAll(/^put +# (\d{3})/gm)].map(([, status]) => status)
      expect(promised).toEqual(['200', '412'])
      const printed = paste(newcomer, copies.first, commands.replaceAll('127.0.0.1:8081/', `127.0.0.1:${ports.first}/`))
      expect(printed).toMatch(/^read revision "\S+"$/m)
      expect(printed).toContain('revision_conflict')
      expect(printed.match(/^\d{3}$/gm)).toEqual(promised)
    })

    it("runs an operator's commands as the README names them", () => {
      for (const command of ['deliveries list', 'rotate-capabilities plan', 'purge', 'rotate-session-keys plan']) {
        expect(
          paste(newcomer, copies.first, `node_modules/.bin/pnpm --silent ${command}; echo "ended with $?"`),
        ).toMatch(/ended with 0\n$/)
      }
    })

    it('runs a second copy beside it, and kill -9 of npm and its starter leaves neither a process nor a lock', async () => {
      const second = npmStart(newcomer, copies.second, ports.second)
      await second.ready
      const isStarter = ({ pid, command }: Running): boolean =>
        pid === second.pid || command.startsWith('node infra/dev/starter/src/main.ts ')
      const starters = processesOf(copies.second).filter(isStarter)
      expect(starters).toHaveLength(2)
      for (const { pid } of starters) process.kill(pid, 'SIGKILL')
      await noneRuns(copies.second)
      expect(existsSync(join(copies.second, '.local/postgres/owner-password'))).toBe(true)
      expect(existsSync(join(copies.second, '.local/postgres/pgdata/postmaster.pid'))).toBe(false)
    })

    it('presses Ctrl-C, and no process is left of the first', async () => {
      process.kill(-first.pid, 'SIGINT')
      expect(await first.ended).toBe(0)
      await noneRuns(copies.first)
    })

    it('starts it again without a network', async () => {
      const again = npmStart(newcomer, copies.first, ports.first, { npm_config_registry: 'http://127.0.0.1:1' })
      await again.ready
      expect(again.output()).not.toContain('Installing packages')
      process.kill(-again.pid, 'SIGINT')
      expect(await again.ended).toBe(0)
      await noneRuns(copies.first)
    })
  },
)

async function noneRuns(copy: string): Promise<void> {
  await expect.poll(() => processesOf(copy), { timeout: 300_000 }).toEqual([])
}
