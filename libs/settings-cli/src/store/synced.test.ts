import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type * as files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

const steps = vi.hoisted((): string[] => [])
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof files>()
  return {
    ...real,
    writeFile: async (...args: Parameters<typeof files.writeFile>) => {
      await real.writeFile(...args)
      steps.push((args[2] as { flush?: boolean }).flush === true ? 'file synced' : 'file not synced')
    },
    rename: async (...args: Parameters<typeof files.rename>) => {
      await real.rename(...args)
      steps.push('renamed')
    },
    open: async (...args: Parameters<typeof files.open>) => {
      const opened = await real.open(...args)
      const sync = opened.sync.bind(opened)
      opened.sync = async () => {
        await sync()
        steps.push('folder synced')
      }
      return opened
    },
  }
})

// Files of this package share their modules.
vi.resetModules()
const { replaceFile, replaceIfUnchanged } = await import('./course-files.ts')

beforeEach(() => void (steps.length = 0))

describe('a file that is written', () => {
  it('is on the disk before it takes its name, and its name before anything else happens', async () => {
    await replaceFile(aPath(), 'new')
    expect(steps).toEqual(['file synced', 'renamed', 'folder synced'])
  })

  it('is on the disk with its name if there was none', async () => {
    await replaceIfUnchanged(aPath(), null, 'new')
    expect(steps).toEqual(['file synced', 'folder synced'])
  })

  it('is on the disk if it replaces one', async () => {
    const path = aPath()
    writeFileSync(path, 'old')
    await replaceIfUnchanged(path, 'old', 'new')
    expect(steps).toEqual(['file synced', 'renamed', 'folder synced'])
  })
})

function aPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'synced-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'file')
}
