import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestDatabase } from '@course-grading/test-database'
import { demoTokenOf, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { seedDemoWorld, startPublicApi } from '@course-grading/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

describe('the example of the README', () => {
  it('prints what the README says, against the real service', async () => {
    const [, example = ''] = /```ts\n([^]*?)```/.exec(readme) ?? []
    const promised = [...(/It prints ([^:]*):/.exec(readme)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, line]) => line)
    expect(await runAgainstService(example)).toBe(`${promised.join('\n')}\n`)
    expect(promised).toHaveLength(2)
  })
})

async function runAgainstService(program: string): Promise<string> {
  const [database, upstream] = await Promise.all([createTestDatabase(seedDemoWorld), startFakeUpstream()])
  const service = await startPublicApi(database.urls.publicApi, upstream.url)
  // In the package, where its own name is resolved.
  const folder = mkdtempSync(join(import.meta.dirname, '../.example-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await service.stop()
    await upstream.close()
    await database.drop()
  })
  const file = join(folder, 'example.ts')
  writeFileSync(file, program)
  const env = { BASE_URL: service.url, API_TOKEN: demoTokenOf(101) }
  return (await promisify(execFile)(process.execPath, [file], { env })).stdout
}
