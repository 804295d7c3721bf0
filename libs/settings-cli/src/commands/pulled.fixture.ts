import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { apply } from './apply.ts'
import { MemoryService } from './memory-service.fixture.ts'
import { pull } from './pull.ts'

/** A folder with course 11 as it was pulled from a service in memory. */
export async function pulled() {
  const folder = mkdtempSync(join(tmpdir(), 'interrupted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = { courseId: 11, name: 'course-11.yaml', path: join(folder, 'course-11.yaml') }
  const service = new MemoryService()
  const deps = { client: service, progress: () => {} }
  await pull(deps, file)
  const read = (name = 'course-11.yaml') => readFileSync(join(folder, name), 'utf8')
  return {
    folder,
    file,
    service,
    deps,
    read,
    edit: (old: string, next: string) => writeFileSync(file.path, read().replace(old, next)),
    run: (...options: string[]) => apply(deps, file, (option) => options.includes(option)),
  }
}
