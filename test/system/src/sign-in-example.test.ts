import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mapOf } from '@course-grading/dev'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceProcess } from './service-process.ts'
import { startWorld, type SystemWorld } from './world.ts'

let world: SystemWorld
let service: ServiceProcess
beforeAll(async () => {
  world = await startWorld()
  service = await world.start('frontend-internal')
})
afterAll(() => world.stop())

describe('the sign-in command that npm start prints', () => {
  it('works when it is pasted into a shell', async () => {
    const port = Number(new URL(service.url).port)
    const map = mapOf({
      ports: { publicApi: port, frontendInternal: port, manualGrading: port, simulator: port, docs: null },
      logDir: '',
      dataDir: null,
      checkout: '',
    })
    const lines = /\nSign in .*\n([^]*?)\n\n/.exec(map)?.[1] ?? ''
    const { stdout } = await promisify(execFile)('bash', ['-c', lines])
    expect(JSON.parse(stdout)).toMatchObject({ user: { userId: 101, fullName: 'Terry Teacher' } })
  })
})
