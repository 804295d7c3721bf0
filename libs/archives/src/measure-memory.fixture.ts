// Run as a separate process: makes archives, discards their bytes, and writes the max memory of the process in bytes.
//   node --expose-gc measure-memory.fixture.ts <archives> <submissions in each> <bytes of each submission's file> <extension>
import process from 'node:process'
import { archive } from './archive.ts'
import type { ArchivedSubmission } from './archived-submission.ts'
import { aFile, aSubmission } from './submissions.fixture.ts'

const pieceBytes = 64 * 1024
const [archives = 1, submissions = 1, fileBytes = 0] = process.argv.slice(2, 5).map(Number)
const extension = process.argv[5] ?? 'bin'

// Each piece is a new filled buffer, as from a network, so that a piece that is kept uses memory.
async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
  for (let left = fileBytes; left > 0; left -= pieceBytes) yield Buffer.alloc(Math.min(left, pieceBytes), 1)
}

async function* list(): AsyncGenerator<ArchivedSubmission, void, undefined> {
  for (let number = 0; number < submissions; number += 1) {
    yield aSubmission(
      [
        aFile('answers.json', '{"form_0":"7"}'),
        { name: `solution.${extension}`, open: async () => ({ sizeBytes: fileBytes, body: body() }) },
      ],
      { submissionId: 500_000 + 7 * number, submitters: [`Forename${(number * 7919) % 1009} Surname${number}`] },
    )
  }
}

// Garbage is collected at intervals, so that only memory in use is measured.
let untilCollectionBytes = 0
for (let number = 0; number < archives; number += 1)
  for await (const piece of archive(list())) {
    untilCollectionBytes -= piece.length + 2_000
    if (untilCollectionBytes > 0) continue
    untilCollectionBytes = 8 * 1024 * 1024
    globalThis.gc?.()
  }
process.stdout.write(String(process.resourceUsage().maxRSS * 1024))
