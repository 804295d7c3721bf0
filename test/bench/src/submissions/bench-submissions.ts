import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { cloneTemplate, startTestCluster } from '@course-grading/test-database'
import { seedCourses } from '@course-grading/test-kit'
import { Client } from 'pg'
import { type BenchOptions, type Contest, runContests } from '../benchmark.ts'
import { call, headersOf, pathOf, signIn } from '../frontend-internal/frontend-client.ts'
import { countQueriesOf, startFrontend } from '../frontend-internal/start-frontend.ts'
import { type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { reportOf, tableOf } from '../report.ts'
import { summarise } from '../summarise.ts'
import { courseOfBench, manySubmissions } from './course.ts'
import { type ArchiveContestant, archiveOperation, runArchiveContest } from './run-archive-contest.ts'
import { archiveColumns, archiveRows, type ArchiveRound, bareZip } from './summarise-archives.ts'
import { bytesOf, courseId, ofLargeFiles, ofTexts, tokenOf } from './benchmarked-submission.ts'

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
const firstTeacherId = 90_001
/** The deep page begins after this number of submissions. */
const deepAfter = 30_000

/** Measures reads of submissions, and returns the report. */
export async function benchSubmissions(options: BenchOptions, command: string): Promise<string> {
  options.say('Preparing the database and the servers …')
  const cluster = await startTestCluster()
  const servers: MeasuredProcess[] = []
  try {
    const database = await cloneTemplate(cluster)
    await seed(database.ownerUrl)
    const prepared = await startServers(database, servers)
    await requireSameReplies(prepared)
    const rounds = await runContests(contests(prepared), options)
    const archives = options.only === undefined || options.only === archiveOperation
    return [
      reportOf(command, about, summarise(rounds, twinName), twinName),
      ...(archives ? await measureArchives(prepared, options) : []),
    ].join('\n')
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await cluster.stop()
  }
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

interface Prepared {
  readonly service: MeasuredProcess
  readonly twin: MeasuredProcess
  readonly sessions: readonly string[]
}

async function startServers(
  { ownerUrl, urls }: Awaited<ReturnType<typeof cloneTemplate>>,
  servers: MeasuredProcess[],
): Promise<Prepared> {
  const start = async (...given: Parameters<typeof startMeasured>): Promise<MeasuredProcess> => {
    const started = await startMeasured(...given)
    servers.push(started)
    return started
  }
  const peer = await start('submissions-peer', join(import.meta.dirname, 'upstream-peer.ts'), basePort, {}, 1)
  const service = await startFrontend({
    name: 'submissions',
    port: basePort + 1,
    databaseUrl: urls.frontendInternal,
    upstreamUrl: peer.url,
  })
  servers.push(service)
  const twin = await start('submissions-twin', join(import.meta.dirname, 'twin.ts'), basePort + 2, {
    DATABASE_URL: ownerUrl,
    UPSTREAM_BASE_URL: peer.url,
    UPSTREAM_AUTHORIZATION: `Token ${tokenOf(firstTeacherId)}`,
  })
  const sessions: string[] = []
  for (let nth = 0; nth < teacherCount; nth += 1)
    sessions.push(await signIn(service.url, tokenOf(firstTeacherId + nth)))
  return { service, twin, sessions }
}

const listPath = `/courses/${courseId}/submissions`
const deepCursor = Buffer.from(
  JSON.stringify(['listSubmissions', new Date(Date.UTC(2026, 8, 1, 0, deepAfter)).toISOString(), deepAfter]),
).toString('base64url')
const contentPath = `/submissions/${ofTexts.submissionId}/content`
const reads = [
  { operation: 'listSubmissions, first page', path: listPath, twinQueries: 3 },
  { operation: `listSubmissions, behind ${deepAfter}`, path: `${listPath}?cursor=${deepCursor}`, twinQueries: 3 },
  { operation: `getSubmissionContent, ${ofTexts.files} files`, path: contentPath, twinQueries: 2 },
] as const

/** @throws Error if the twin does not do the same work */
async function requireSameReplies({ service, twin, sessions }: Prepared): Promise<void> {
  for (const read of reads) {
    const ask = async ({ url }: MeasuredProcess, path: string) =>
      (await call(url, 'GET', path, headersOf(sessions[0]!))).json()
    if (!isDeepStrictEqual(await ask(service, read.path), await ask(twin, read.path)))
      throw new Error(`${read.operation}: the twin gives something else`)
  }
}

function contests({ service, twin, sessions }: Prepared): Contest[] {
  return reads.map((read) => {
    const loadOf = (path: string) => () => ({
      requestsOf: (connection: number) =>
        [{ method: 'GET', path: pathOf(path), headers: headersOf(sessions[connection]!) }] as const,
    })
    const countQueries = countQueriesOf(service)
    return {
      operation: read.operation,
      contestants: [
        { name: 'frontend-internal', server: service, load: loadOf(read.path), countQueries },
        { name: twinName, server: twin, load: loadOf(read.path), queriesByDesign: read.twinQueries },
      ],
    }
  })
}

async function measureArchives({ service, twin, sessions }: Prepared, options: BenchOptions): Promise<string[]> {
  const headers = headersOf(sessions[0]!)
  const contestant = (name: string, server: MeasuredProcess, work: string): ArchiveContestant => ({
    name,
    server,
    urlOf: (submissionId) => `${server.url}${pathOf(`/submissions/${submissionId}/${work}`)}`,
    headers,
  })
  const ours = contestant('frontend-internal', service, 'archive')
  const rounds: ArchiveRound[] = await runArchiveContest([ours, contestant(bareZip, twin, 'archive')], options)
  return [
    `An archive of ${ofLargeFiles.files} stored files, ${mib(bytesOf(ofLargeFiles))} MiB in all, again and again, one at a time. \`${bareZip}\` reads the same files with`,
    'undici and writes stored entries by hand, with `zlib.crc32` and SHA-256 as the service does, and a manifest.',
    '',
    tableOf({ columns: archiveColumns, texts: [0], rows: archiveRows(rounds) }),
    '',
  ]
}

const mib = (bytes: number): number => bytes / (1024 * 1024)
