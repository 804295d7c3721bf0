import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ArchivedFile } from './archived-submission.ts'
import { areReadersInstalled, complaints, leftOut, writeArchive, zeros } from './sparse-archive.fixture.ts'
import { aFile, aSubmission } from './submissions.fixture.ts'
const limitMs = 600_000

describe.skipIf(!areReadersInstalled)(`other programs find no fault${leftOut}`, { timeout: limitMs }, () => {
  it.each([
    ['known in advance', 'a.bin', 4 * GiB],
    ['known in advance, and one byte below the limit of the short form', 'a.bin', 2 ** 32 - 2],
    ['not known in advance', 'a.bin', null],
    ['not known in advance, deflated', 'a.txt', null],
  ])('in an entry of 4 GiB whose size is %s', async (_case, name, announced) => {
    const large = fileOfZeros(name, announced ?? 4 * GiB, announced)
    const zip = await writeArchive([aSubmission([aFile('answers.json', '{}'), large, aFile('b.txt', 'b')])])
    expect(complaints(zip)).toBe('')
  })

  it('in an archive of more than 4 GiB', async () => {
    const submissions = [1, 2, 3, 4, 5].map((submissionId) =>
      aSubmission([aFile('answers.json', '{}'), fileOfZeros('a.bin', GiB, GiB)], { submissionId }),
    )
    const zip = await writeArchive(submissions)
    expect(statSync(zip).size).toBeGreaterThan(5 * GiB)
    expect(complaints(zip)).toBe('')
  })
})

const GiB = 2 ** 30

/** A file of zeros that costs no memory. */
function fileOfZeros(name: string, sizeBytes: number, announcedBytes: number | null): ArchivedFile {
  async function* body() {
    for (let left = sizeBytes; left > 0; left -= zeros.length)
      yield left < zeros.length ? zeros.subarray(0, left) : zeros
  }
  return { name, open: async () => ({ sizeBytes: announcedBytes, body: body() }) }
}
