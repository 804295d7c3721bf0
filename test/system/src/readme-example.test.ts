import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceProcess } from './service-process.ts'
import { startWorld, type SystemWorld } from './world.ts'

let world: SystemWorld
let service: ServiceProcess
beforeAll(async () => {
  world = await startWorld()
  service = await world.start('public-api')
})
afterAll(() => world.stop())

describe('the first example of the README', () => {
  it('reads, writes, and is refused when it writes the stale revision again', async () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
    const example = /## First example\n[^]*?```sh\n([^]*?)```/.exec(readme)?.[1]?.replace('http://127.0.0.1:8081', service.url)
    expect(example).toContain(service.url)
    const folder = mkdtempSync(join(tmpdir(), 'example-'))
    try {
      const { stdout } = await promisify(execFile)('bash', ['-c', example!], { cwd: folder })
      expect(stdout).toMatch(/^read revision "1"\n\{"revision":2,.*"name":"Programming 1, autumn".*\n200\n\{"error":\{"code":"revision_conflict",.*\n412\n$/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
