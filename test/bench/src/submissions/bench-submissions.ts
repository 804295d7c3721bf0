import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { seedCourses } from '@course-grading/test-kit'
import { Client } from 'pg'
import { type BenchOptions, runContests } from '../benchmark.ts'
import { call, headersOf, readingOf, signIn } from '../frontend-internal/frontend-client.ts'
import { countQueriesOf, startFrontend } from '../frontend-internal/start-frontend.ts'
import { courseId, firstTeacherId, tokenOf, withFiles } from '../learning-platform.ts'
import type { MeasuredProcess } from '../measured-process.ts'
import { reportOf } from '../report.ts'
import { summarise } from '../summarise.ts'
import { withServers } from '../with-servers.ts'
import { courseOfBench, manySubmissions } from './course.ts'

const twinName = 'twin'
const about = [
  'A course of 1,200 students with 36,000 submissions, registered and in the snapshot; each connection has a session of its own, of a',
  'teacher. The learning platform is a peer of plain node:http in a process of its own, which replies at once from buffers that were made',
  'before; it shares the second core with PostgreSQL and the load. The twin sends the statements that a single request sends in the',
  'service, with pg; concurrent requests share some of them in the service. For the content it fetches submission, form and 40 files of 8 KiB',
  'with undici, hashes and decodes them, and serialises one object, after the two queries of the rights. Both',
  'have four calls for files in flight in all, since that limit protects the learning platform and is not a cost of the code. The twin',
  'checks no secret, role or schema, has no time limit, and neither logs nor measures. Both give the same replies, which is checked before',
  'the clock runs.',
]

const basePort = 18_380
const teacherCount = 32
/** The deep page begins after this number of submissions. */
const deepAfter = 30_000

/** Measures reads of submissions, and returns the report. */
export async function benchSubmissions(options: BenchOptions, command: string): Promise<string> {
  options.say('Preparing the database and the servers …')
  return await withServers(async ({ ownerUrl, urls }, start) => {
    await seed(ownerUrl)
    const peer = await start('submissions-peer', join(import.meta.dirname, '../upstream-peer.ts'), basePort, {}, 1)
    const service = await startFrontend(start, {
      name: 'submissions',
      port: basePort + 1,
      databaseUrl: urls.frontendInternal,
      upstreamUrl: peer.url,
    })
    const twin = await start('submissions-twin', join(import.meta.dirname, 'twin.ts'), basePort + 2, {
      DATABASE_URL: ownerUrl,
      UPSTREAM_BASE_URL: peer.url,
      UPSTREAM_AUTHORIZATION: `Token ${tokenOf(firstTeacherId)}`,
    })
    const sessions: string[] = []
    for (let nth = 0; nth < teacherCount; nth += 1)
      sessions.push(await signIn(service.url, tokenOf(firstTeacherId + nth)))
    await requireSameReplies(service, twin, sessions[0]!)
    const countQueries = countQueriesOf(service)
    const contests = reads.map(({ operation, path, twinQueries }) => {
      const load = readingOf(path, sessions)
      return {
        operation,
        contestants: [
          { name: 'frontend-internal', server: service, load, countQueries },
          { name: twinName, server: twin, load, queriesByDesign: twinQueries },
        ],
      }
    })
    return reportOf(command, about, summarise(await runContests(contests, options), twinName), twinName)
  })
}

async function seed(ownerUrl: string): Promise<void> {
  await seedCourses(ownerUrl, [courseOfBench])
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const statement of manySubmissions.split(/;\n/)) if (statement.trim() !== '') await owner.query(statement)
  } finally {
    await owner.end()
  }
}

const listPath = `/courses/${courseId}/submissions`
const deepCursor = Buffer.from(
  JSON.stringify(['listSubmissions', new Date(Date.UTC(2026, 8, 1, 0, deepAfter)).toISOString(), deepAfter]),
).toString('base64url')
const contentPath = `/submissions/${withFiles.submissionId}/content`
const reads = [
  { operation: 'listSubmissions, first page', path: listPath, twinQueries: 3 },
  { operation: `listSubmissions, behind ${deepAfter}`, path: `${listPath}?cursor=${deepCursor}`, twinQueries: 3 },
  { operation: `getSubmissionContent, ${withFiles.files} files`, path: contentPath, twinQueries: 2 },
] as const

/** @throws Error if the twin does not do the same work */
async function requireSameReplies(service: MeasuredProcess, twin: MeasuredProcess, session: string): Promise<void> {
  for (const { operation, path } of reads) {
    const ask = async ({ url }: MeasuredProcess) => (await call(url, 'GET', path, headersOf(session))).json()
    if (!isDeepStrictEqual(await ask(service), await ask(twin)))
      throw new Error(`${operation}: the twin gives something else`)
  }
}
