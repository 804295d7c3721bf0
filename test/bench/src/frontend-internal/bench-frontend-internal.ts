import { join } from 'node:path'
import { startFakeUpstream } from '@course-grading/test-fake-upstream'
import { baseline, type BenchOptions, type Contest, type Contestant, type Round, runContests } from '../benchmark.ts'
import { withServers } from '../with-servers.ts'
import { analyse, seedBenchWorld } from './bench-world.ts'
import { call, headersOf, readingOf, signIn } from './frontend-client.ts'
import { countQueriesOf, startFrontend } from './start-frontend.ts'

export const aboutFrontendInternal = [
  'Each connection has a session of its own, of a teacher of three courses; 66 configured courses; course 13 has 1,200 students.',
  'The twin makes as many queries as a single request makes in the service, one for each, with named statements: it reads the session, the',
  'course and the page, of students with the statements of the service. Concurrent',
  'requests share some queries in the service, as the last column shows, and none in the twin, so the ratio includes what sharing',
  'saves. It checks no secret, role, precondition or schema, and neither logs nor measures. listPublicCourses, which the service replies',
  'from memory, is compared with `Koa, secret, log`, which has the same duties: plain use of the packages of the services, with Koa and',
  'its router, a request id, the digest of the secret, and a line in the log.',
]

const basePort = 18_210

/** Measures the most frequent operations of the boundary: the service and its twin. */
export async function benchFrontendInternal(options: BenchOptions): Promise<Round[]> {
  options.say('Preparing the database and the servers …')
  const upstream = await startFakeUpstream()
  return await withServers(async ({ ownerUrl, urls }, start) => {
    const tokens = await seedBenchWorld(upstream, ownerUrl)
    const service = await startFrontend(start, {
      name: 'frontend-internal',
      port: basePort,
      databaseUrl: urls.frontendInternal,
      upstreamUrl: upstream.url,
    })
    const env = { DATABASE_URL: ownerUrl }
    const twin = await start('frontend-twin', join(import.meta.dirname, 'twin-node-http.ts'), basePort + 1, env)
    const koa = await start('frontend-koa', join(import.meta.dirname, 'twin-koa.ts'), basePort + 2, env)
    const sessions: string[] = []
    for (const token of tokens) sessions.push(await signIn(service.url, token))
    await call(service.url, 'POST', '/courses/13/snapshot/refresh', headersOf(sessions[0]!))
    await analyse(ownerUrl)
    const countQueries = countQueriesOf(service)
    const contest = (operation: string, path: string, other: Omit<Contestant, 'load'>): Contest => {
      const load = readingOf(path, sessions)
      const ours = { name: 'frontend-internal', server: service, countQueries, load }
      return { operation, contestants: [ours, { ...other, load }] }
    }
    const bare = { name: baseline, server: twin }
    return await runContests(
      [
        contest('listStudents, first page', '/courses/13/students', { ...bare, queriesByDesign: 3 }),
        contest('getSession', '/session', { ...bare, queriesByDesign: 2 }),
        contest('listPublicCourses', '/courses/all', { name: 'Koa, secret, log', server: koa, queriesByDesign: 0 }),
      ],
      options,
    )
  }).finally(() => upstream.close())
}
