import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fullRun } from '@course-grading/data/testing/full-run'
import { startCommand } from '@course-grading/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPrivateDatabase } from '../private-database.ts'

describe('the demo', () => {
  // It waits for the settle time of a send, which is 70 s.
  it.runIf(fullRun)(
    'plays every course of a delivery on the started services within three minutes',
    { timeout: 600_000 },
    async () => {
      const database = await startPrivateDatabase()
      onTestFinished(() => database.remove())
      const env = { DATABASE_URL: database.ownerUrl }
      const starter = spawn(process.execPath, [join(dev, 'main.ts'), '--port-base', `${portBase}`], {
        env: { PATH: process.env['PATH'], ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(starter, 'exit')
      onTestFinished(async () => {
        starter.kill('SIGTERM')
        await ended
      })
      const { promise: ready, resolve } = Promise.withResolvers<void>()
      createInterface({ input: starter.stdout }).on('line', (line) => line.startsWith('Ready.') && resolve())
      await Promise.race([
        ready,
        ended.then(() => {
          throw new Error('the starter ended')
        }),
      ])

      const demo = startCommand(new URL(`file://${dev}/demo/main.ts`), ['--port-base', `${portBase}`], env)
      const { code, output } = await demo.ended
      expect(output).toMatch(/^All as it should be, after \d+ s\.$/m)
      expect(output).toContain('known by read_back')
      expect(output).toMatch(
        /resolveDelivery send_again: 409 not_in_state detail ambiguous[^]*resolveDelivery send_again: 200/,
      )
      expect(code).toBe(0)
    },
  )
})

const dev = join(import.meta.dirname, '../../../../infra/dev/starter/src')
/** A port base that no other suite and no running starter uses. */
const portBase = 19_481
