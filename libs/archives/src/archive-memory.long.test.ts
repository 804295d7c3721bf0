import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
const limitMs = 600_000

describe('the memory of an archive', { timeout: limitMs }, () => {
  it.each(['bin', 'txt'])(
    'is the same for a file of 1 MiB and of 256 MiB, with the extension %s',
    async (extension) => {
      const small = await peakMiB(1, 1, MiB, extension)
      expect((await peakMiB(1, 1, 256 * MiB, extension)) - small).toBeLessThan(20)
    },
  )

  it('is the same for a file of 4 GiB', async () => {
    const small = await peakMiB(1, 1, MiB)
    expect((await peakMiB(1, 1, 4096 * MiB)) - small).toBeLessThan(20)
  })

  it('is about the same for 36,000 submissions as for 36', async () => {
    const small = await peakMiB(1000, 36, 1000)
    expect((await peakMiB(1, 36_000, 1000)) - small).toBeLessThan(20)
  })
})

const MiB = 1024 * 1024

const measure = join(import.meta.dirname, 'measure-memory.fixture.ts')

/** The most memory of a process that makes the given number of archives and submissions, each with a file of the given size. */
async function peakMiB(archives: number, submissions: number, fileBytes: number, extension = 'bin'): Promise<number> {
  const args = ['--expose-gc', measure, archives, submissions, fileBytes, extension].map(String)
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout) / MiB
}
