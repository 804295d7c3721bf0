import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writablePart } from '@course-grading/settings-comparison/leaves'
import { rounds } from '../full-run.fixture.ts'
import { isSameSettings } from '@course-grading/settings-comparison/three-way'
import { arbitraryLayout, arbitrarySettings, layOut } from '../yaml/layouts.fixture.ts'
import { apply } from './apply.ts'
import { diff } from './diff.ts'
import { MemoryService } from './memory-service.fixture.ts'
import { pull } from './pull.ts'

describe('for any settings', () => {
  it('apply finds nothing to change after pull', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySettings, async (settings) => {
        const { file, deps, service } = aDesk(settings)
        await pull(deps, file)
        expect(await apply(deps, file, () => false)).toMatchObject({ exitCode: 0, mine: [], theirs: [] })
        expect(isSameSettings(writablePart(service.settings), normalized(settings))).toBe(true)
      }),
      { numRuns: rounds(20, 500) },
    )
  })

  it('the service has what the file has, in any layout, after apply; diff has said so, and the file is as it was', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySettings, arbitrarySettings, arbitraryLayout, async (before, wanted, layout) => {
        const { file, deps, service } = aDesk(before)
        await pull(deps, file)
        const text = layOut(wanted, layout)
        writeFileSync(file.path, text)
        const shown = await diff(deps, file, () => false)
        const applied = await apply(deps, file, () => false)
        expect(applied.mine).toEqual(shown.mine)
        expect(isSameSettings(writablePart(service.settings), normalized(wanted))).toBe(true)
        expect(readFileSync(file.path, 'utf8')).toBe(text)
        expect(await diff(deps, file, () => false)).toMatchObject({ exitCode: 0, mine: [] })
      }),
      { numRuns: rounds(20, 500) },
    )
  })
})

const normalized = (settings: CourseSettingsUpdate) => ({ ...settings, name: settings.name.normalize('NFC') })

function aDesk(settings: CourseSettingsUpdate) {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const service = new MemoryService()
  service.store(normalized(settings))
  return {
    service,
    file: { courseId: 11, name: 'course-11.yaml', path: join(folder, 'course-11.yaml') },
    deps: { client: service, progress: () => {} },
  }
}
