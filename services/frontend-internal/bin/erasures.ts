import { readFile } from 'node:fs/promises'
import { exitUsage, runCommand } from '@course-grading/jobs/run-command'
import type { Database } from '@course-grading/data/db/database'
import { repeatErasure } from '@course-grading/data/people/erase-person'
import { type Erasure, listRecordedErasures } from '@course-grading/data/people/person-action-queries'
import { createCommandLogger, readConfigOrExit } from '@course-grading/http-kit'
import { erasuresConfig } from './command-config.ts'
import { readErasures } from './read-erasures.ts'

type Print = (line: string) => void

const pageSize = 1_000

// Exit codes: 0 done; 1 no file of an export, not all could be erased, or the database failed; 64 usage; 78 configuration.
const [word, file, ...rest] = process.argv.slice(2)
const isExport = word === 'export' && file === undefined
const isApply = word === 'apply' && file !== undefined && rest.length === 0

if (isExport || isApply) {
  const { DATABASE_URL } = readConfigOrExit(erasuresConfig, process.env)
  await runCommand({
    name: 'erasures',
    databaseUrl: DATABASE_URL,
    work: (database, print, write) => (isApply ? apply(database, file, print) : exportAll(database, write)),
    afterFailure: isExport ? 'the list is not whole' : 'what was erased stays so, run it again',
  })
} else {
  process.stderr.write('usage: erasures export > <file>\n       erasures apply <file>\n')
  process.exitCode = exitUsage
}

async function exportAll(database: Database, write: Print): Promise<number> {
  let after: Erasure | null = null
  for (;;) {
    const page: readonly Erasure[] = await listRecordedErasures(database, after, pageSize)
    for (const { courseId, userId, erasedAt, byUserId } of page)
      write(JSON.stringify({ courseId, userId, erasedAt, byUserId }))
    if (page.length < pageSize) return 0
    after = page.at(-1) ?? null
  }
}

/** Exits with 1 before the database is connected, if the file cannot be read. */
async function apply(database: Database, name: string, print: Print): Promise<number> {
  const text = await readFile(name, 'utf8').catch(() => null)
  if (text === null) return refuse(print, 'the file cannot be read')
  const { erasures, wrongLines } = readErasures(text)
  if (wrongLines.length > 0) return refuse(print, `nothing was done: no erasure in line ${wrongLines.join(', ')}`)
  const left: string[] = []
  let erased = 0
  for (const erasure of erasures) {
    const outcome = await database.transaction((tx) => repeatErasure(tx, erasure))
    if (outcome === 'erased') erased += 1
    else if (outcome !== 'already_erased')
      left.push(`person ${erasure.userId} of course ${erasure.courseId}: ${outcome}`)
  }
  createCommandLogger('erasures').warn('erasures repeated', { event: 'erasure_repeated', count: erased })
  print(`${erased} erased, ${erasures.length - erased - left.length} were so already, ${left.length} left`)
  for (const line of left) print(`${line}; settle the grade, then run this again`)
  return left.length === 0 ? 0 : 1
}

function refuse(print: Print, why: string): number {
  print(why)
  return 1
}
