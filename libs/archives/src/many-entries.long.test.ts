import { describe, expect, it } from 'vitest'
import { areReadersInstalled, complaints, leftOut, writeArchive } from './sparse-archive.fixture.ts'
import { aFile, aSubmission } from './submissions.fixture.ts'

const limitMs = 600_000

describe.skipIf(!areReadersInstalled)(`other programs find no fault${leftOut}`, { timeout: limitMs }, () => {
  it('in an archive of 70,000 entries', async () => {
    const submissions = Array.from({ length: 70_000 }, (_, at) =>
      aSubmission([aFile('a.bin', String(at))], { submissionId: at }),
    )
    expect(complaints(await writeArchive(submissions))).toBe('')
  })
})
