import { join } from 'node:path'
import { cloneTemplate, startTestCluster } from '@course-grading/test-database'
import { seedCourses } from '@course-grading/test-kit'
import { Client } from 'pg'
import { type BenchOptions, type Round, runContests } from '../benchmark.ts'
import { call, headersOf, signIn } from '../frontend-internal/frontend-client.ts'
import { startFrontend } from '../frontend-internal/start-frontend.ts'
import { type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { reportOf, tableOf } from '../report.ts'
import { summarise } from '../summarise.ts'
import { claimContests, completionContest, type Prepared, requireNoFaults, saveContest } from './contests.ts'
import {
  alone,
  gradersAtOnce,
  courses,
  graderIds,
  graderIdsOfGroups,
  rubric,
  teacherId,
  tokenOf,
  waiting,
} from './course.ts'
import { keepEndingClaims } from './put-back.ts'
import { requireSameReplies } from './require-same-replies.ts'
import { seed } from './seed.ts'
import {
  claimRows,
  measureClaims,
  measureReleases,
  type SingleMeasurement,
  singleTable,
} from './single-measurements.ts'

const about = [
  `${waiting} submissions of 1,200 students wait in one exercise. ${gradersAtOnce} graders claim at once, each with a session of their own; in the second contest`,
  'each of them may take what students with one tag handed in, one in a hundred. Claims are put back before each measurement. While one runs, the owner of',
  'the database ends each half second what was claimed, as if it were finished, so that nobody reaches the limit of 50 open claims; a trigger that only this',
  'database has lets no claim be offered again, so that every reply is a 201 with another submission. A save changes points and comment of one of five',
  'criteria, each connection in an assessment of its own; a completion is of an assessment with a score of everything, and they are opened again before each',
  'measurement. The twin is node:http and pg with a pool of 10: it sends the same named statements, of which it gets the texts from `libs/data` when it starts,',
  'those of session and course included, one for each request. Only the claim is its own: one statement (`claim-in-one.sql`) that does everything. It checks no secret, role, revision or schema, does not compare what was saved with the rubric,',
  'renders nothing at completion (of a feedback document that is empty), and neither logs nor measures. Concurrent requests share the statements of session and course in the service.',
  'Both give the same replies, which is checked before the clock runs. claimNext should reach 0.6 of the requests a second of the twin, and patchAssessment 0.7 per CPU second.',
]

const basePort = 18_420

/** Measures claims, saves, completions and release, and returns the report. */
export async function benchGrading(options: BenchOptions, command: string): Promise<string> {
  options.say('Preparing the database and the servers …')
  const cluster = await startTestCluster()
  const servers: MeasuredProcess[] = []
  let owner: Client | undefined
  try {
    const database = await cloneTemplate(cluster)
    await seedCourses(database.ownerUrl, courses)
    owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    const prepared = await startServers(database, owner, servers)
    const rubricIds = await makeRubrics(prepared)
    await seed(owner, rubricIds, options.say)
    await requireSameReplies(prepared)
    const rounds = await contend(prepared, options)
    const isAlone = options.only === undefined || options.only === oneAtATime
    const singles = isAlone ? await measureAlone(prepared, options) : []
    return [
      reportOf(command, about, summarise(rounds)),
      ...(isAlone ? [aboutSingles, '', tableOf(singleTable(singles)), ''] : []),
    ].join('\n')
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await owner?.end()
    await cluster.stop()
  }
}

/** The name of the second table for `--only`. */
const oneAtATime = 'one request at a time'
const aboutSingles =
  'One request at a time, by HTTP, medians of requests in turns. Graders who may take everything, little or nothing claim in the exercise of the contests.'

async function startServers(
  { ownerUrl, urls }: Awaited<ReturnType<typeof cloneTemplate>>,
  owner: Client,
  servers: MeasuredProcess[],
): Promise<Prepared> {
  const start = async (...given: Parameters<typeof startMeasured>): Promise<MeasuredProcess> => {
    const started = await startMeasured(...given)
    servers.push(started)
    return started
  }
  const peer = await start('grading-peer', join(import.meta.dirname, 'upstream-peer.ts'), basePort, {}, 1)
  const service = await startFrontend({
    name: 'grading',
    port: basePort + 1,
    databaseUrl: urls.frontendInternal,
    upstreamUrl: peer.url,
  })
  servers.push(service)
  const twin = await start('grading-twin', join(import.meta.dirname, 'twin.ts'), basePort + 2, {
    DATABASE_URL: urls.frontendInternal,
  })
  const sessions = new Map<number, string>()
  for (const userId of [teacherId, ...graderIds, ...graderIdsOfGroups, ...Object.values(alone)])
    sessions.set(userId, await signIn(service.url, tokenOf(userId)))
  return {
    service,
    twin,
    owner,
    ownerUrl,
    sessions,
    faults: [],
  }
}

/** Publishes the rubric in each course. */
async function makeRubrics({ service, sessions }: Prepared): Promise<ReadonlyMap<number, string>> {
  const headers = headersOf(sessions.get(teacherId)!)
  const ids = new Map<number, string>()
  for (const { courseId } of courses) {
    const made = await call(service.url, 'POST', `/courses/${courseId}/rubrics`, headers, { document: rubric })
    const { rubricId } = (await made.json()) as { readonly rubricId: string }
    await call(service.url, 'POST', `/rubrics/${rubricId}/publish`, { ...headers, 'If-Match': '"1"' })
    ids.set(courseId, rubricId)
  }
  return ids
}

async function contend(prepared: Prepared, options: BenchOptions): Promise<readonly Round[]> {
  const ending = await keepEndingClaims(prepared.ownerUrl)
  const claims = await runContests(claimContests(prepared, ending), {
    ...options,
    connections: [gradersAtOnce],
  }).finally(ending.stop)
  const others = await runContests([saveContest(prepared), completionContest(prepared)], options)
  requireNoFaults(prepared)
  return [...claims, ...others]
}

async function measureAlone(prepared: Prepared, { say }: BenchOptions): Promise<readonly SingleMeasurement[]> {
  const released = await measureReleases(prepared)
  const ending = await keepEndingClaims(prepared.ownerUrl)
  try {
    say('Claims, one at a time …')
    return [...claimRows(await measureClaims(prepared, ending)), released]
  } finally {
    await ending.stop()
  }
}
