import { join } from 'node:path'
import { seedCourses } from '@course-grading/test-kit'
import { Client } from 'pg'
import { type BenchOptions, type Round, runContests } from '../benchmark.ts'
import { call, headersOf, signIn } from '../frontend-internal/frontend-client.ts'
import { startFrontend } from '../frontend-internal/start-frontend.ts'
import { courseId, firstTeacherId, tokenOf } from '../learning-platform.ts'
import { reportOf } from '../report.ts'
import { summarise } from '../summarise.ts'
import { type StartServer, withServers } from '../with-servers.ts'
import { claimContest, type Prepared, requireNoFaults, saveContest } from './contests.ts'
import { course, graderIds, gradersAtOnce, restricted, rubric, waiting } from './course.ts'
import { type EndingClaims, keepEndingClaims } from './put-back.ts'
import { requireSameReplies } from './require-same-replies.ts'
import { seed } from './seed.ts'
import { measureClaims } from './single-measurements.ts'

const about = [
  `${waiting} submissions of 1,200 students wait in one exercise. ${gradersAtOnce} graders claim at once, each with a session of their own.`,
  'Claims are put back before each measurement. While one runs, the owner of',
  'the database ends each half second what was claimed, as if it were finished, so that nobody reaches the limit of 50 open claims; a trigger that only this',
  'database has lets no claim be offered again, so that every reply is a 201 with another submission. A save changes points and comment of one of five',
  'criteria, each connection in an assessment of its own.',
  'The twin is node:http and pg with a pool of 10: it sends the same named statements, of which it gets the texts from `libs/data` when it starts,',
  'those of session and course included, one for each request. Only the claim is its own: one statement (`claim-in-one.sql`) that does everything. It checks no secret, role, revision or schema, does not compare what was saved with the rubric,',
  'and neither logs nor measures. Concurrent requests share the statements of session and course in the service.',
  'Both give the same replies, which is checked before the clock runs. claimNext should reach 0.6 of the requests a second of the twin, and patchAssessment 0.7 per CPU second.',
]
/** The name of the second table for `--only`. */
const oneAtATime = 'one request at a time'
const aboutSingles =
  'One request at a time, by HTTP, medians of requests in turns. Graders who may take everything, little or nothing claim in the exercise of the contest.'
const basePort = 18_420

/** Measures claims and saves, and returns the report. */
export async function benchGrading(options: BenchOptions, command: string): Promise<string> {
  options.say('Preparing the database and the servers …')
  return await withServers(async ({ ownerUrl, urls }, start) => {
    await seedCourses(ownerUrl, [course])
    const owner = new Client({ connectionString: ownerUrl })
    await owner.connect()
    try {
      const servers = await startServers(urls.frontendInternal, start)
      const prepared = { ...servers, owner, faults: [] }
      await seed(owner, await publishRubric(prepared), options.say)
      await requireSameReplies(prepared)
      const saves = await runContests([saveContest(prepared)], options)
      const [claims, singles] = await measureClaiming(prepared, await keepEndingClaims(ownerUrl), options)
      requireNoFaults(prepared)
      return [reportOf(command, about, summarise([...claims, ...saves])), ...singles].join('\n')
    } finally {
      await owner.end()
    }
  })
}

async function startServers(
  databaseUrl: string,
  start: StartServer,
): Promise<Pick<Prepared, 'service' | 'twin' | 'sessions'>> {
  const peer = await start('grading-peer', join(import.meta.dirname, '../upstream-peer.ts'), basePort, {}, 1)
  const given = { name: 'grading', port: basePort + 1, databaseUrl, upstreamUrl: peer.url }
  const service = await startFrontend(start, given)
  const twin = await start('grading-twin', join(import.meta.dirname, 'twin.ts'), basePort + 2, {
    DATABASE_URL: databaseUrl,
  })
  const sessions = new Map<number, string>()
  for (const userId of [firstTeacherId, ...graderIds, ...Object.values(restricted)])
    sessions.set(userId, await signIn(service.url, tokenOf(userId)))
  return { service, twin, sessions }
}

/** Publishes the rubric, and returns its id. */
async function publishRubric({ service, sessions }: Prepared): Promise<string> {
  const headers = headersOf(sessions.get(firstTeacherId)!)
  const made = await call(service.url, 'POST', `/courses/${courseId}/rubrics`, headers, { document: rubric })
  const { rubricId } = (await made.json()) as { readonly rubricId: string }
  await call(service.url, 'POST', `/rubrics/${rubricId}/publish`, { ...headers, 'If-Match': '"1"' })
  return rubricId
}

async function measureClaiming(
  prepared: Prepared,
  ending: EndingClaims,
  options: BenchOptions,
): Promise<readonly [claims: readonly Round[], singles: readonly string[]]> {
  try {
    const claims = await runContests([claimContest(prepared, ending)], { ...options, connections: [gradersAtOnce] })
    if (options.only !== undefined && options.only !== oneAtATime) return [claims, []]
    options.say('Claims, one at a time …')
    return [claims, [aboutSingles, '', await measureClaims(prepared, ending), '']]
  } finally {
    await ending.stop()
  }
}
