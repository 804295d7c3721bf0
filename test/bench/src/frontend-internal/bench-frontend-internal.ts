import { join } from 'node:path'
import { startFakeUpstream } from '@course-grading/fake-upstream'
import { cloneTemplate, startTestCluster } from '@course-grading/test-database'
import { changeOf } from '@course-grading/test-kit'
import { baseline, type BenchOptions, type Contest, type Contestant, type Round, runContests } from '../benchmark.ts'
import type { Load } from '../load.ts'
import { type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { analyse, coursesOfService, coursesOfTwin, currentTags, seedBenchWorld } from './bench-world.ts'
import { call, headersOf, pathOf, signIn } from './frontend-client.ts'
import { countQueriesOf, startFrontend } from './start-frontend.ts'

export const aboutFrontendInternal = [
  'Each connection has a session of its own, of a teacher of three courses; 66 configured courses; course 13 has 1,200 students.',
  'The twin makes as many queries as a single request makes in the service, one for each, with named statements: it reads the session, the',
  'course and the page, of students with the statements of the service, and it writes in a transaction of as many statements. Concurrent',
  'requests share some queries in the service, as the last column shows, and none in the twin, so the ratio includes what sharing',
  'saves. It checks no secret, role, precondition or schema, and neither logs nor measures. listPublicCourses, which the service replies',
  'from memory, is compared with `Koa, secret, log`, which has the same duties: plain use of the packages of the services, with Koa and',
  'its router, a request id, the digest of the secret, and a line in the log.',
  "putCourseSettings writes a document of some 1.3 KB without graders, because finding graders takes the learning platform's time.",
]

const basePort = 18_210

/** Measures the most frequent operations of the boundary: the service and its twin. */
export async function benchFrontendInternal(options: BenchOptions): Promise<Round[]> {
  options.say('Preparing the database and the servers …')
  const [upstream, cluster] = await Promise.all([startFakeUpstream(), startTestCluster()])
  const servers: MeasuredProcess[] = []
  try {
    const database = await cloneTemplate(cluster)
    const tokens = await seedBenchWorld(upstream, database.ownerUrl)
    const service = await startFrontend({
      name: 'frontend-internal',
      port: basePort,
      databaseUrl: database.urls.frontendInternal,
      upstreamUrl: upstream.url,
    })
    servers.push(service)
    const twin = await startMeasured('frontend-twin', join(import.meta.dirname, 'twin-node-http.ts'), basePort + 1, {
      DATABASE_URL: database.ownerUrl,
    })
    servers.push(twin)
    const koa = await startMeasured('frontend-koa', join(import.meta.dirname, 'twin-koa.ts'), basePort + 2, {
      DATABASE_URL: database.ownerUrl,
    })
    servers.push(koa)
    const sessions: string[] = []
    for (const token of tokens) sessions.push(await signIn(service.url, token))
    await call(service.url, 'POST', '/courses/13/snapshot/refresh', headersOf(sessions[0]!))
    await analyse(database.ownerUrl)
    return await runContests(contests({ service, twin, koa, sessions, ownerUrl: database.ownerUrl }), options)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await upstream.close()
    await cluster.stop()
  }
}

interface Prepared {
  readonly service: MeasuredProcess
  readonly twin: MeasuredProcess
  readonly koa: MeasuredProcess
  readonly sessions: readonly string[]
  readonly ownerUrl: string
}

function contests(prepared: Prepared): Contest[] {
  const { service, twin, koa, sessions } = prepared
  const loadOf = (path: string) => (): Load => ({
    requestsOf: (connection) => [{ method: 'GET', path: pathOf(path), headers: headersOf(sessions[connection]!) }],
  })
  const reading = (operation: string, path: string, twinQueries: number): Contest => ({
    operation,
    contestants: [
      ours({ server: service, load: loadOf(path) }),
      theirs({ server: twin, load: loadOf(path) }, twinQueries),
    ],
  })
  const leastKoa: Contestant = {
    name: 'Koa, secret, log',
    server: koa,
    load: loadOf('/courses/all'),
    queriesByDesign: 0,
  }
  return [
    reading('listStudents, first page', '/courses/13/students', 3),
    reading('getSession', '/session', 2),
    {
      operation: 'listPublicCourses',
      contestants: [ours({ server: service, load: loadOf('/courses/all') }), leastKoa],
    },
    {
      operation: 'putCourseSettings',
      contestants: [
        ours({ server: service, load: () => writing(prepared, coursesOfService) }),
        theirs({ server: twin, load: () => writing(prepared, coursesOfTwin) }, 7),
      ],
    },
  ]
}

const ours = (contestant: Pick<Contestant, 'server' | 'load'>): Contestant => ({
  ...contestant,
  name: 'frontend-internal',
  countQueries: countQueriesOf(contestant.server),
})

const theirs = (contestant: Pick<Contestant, 'server' | 'load'>, queriesByDesign: number): Contestant => ({
  ...contestant,
  name: baseline,
  queriesByDesign,
})

/** Each connection writes its own course, with the revision that the reply to its last write had. */
async function writing({ sessions, ownerUrl }: Prepared, courses: typeof coursesOfService): Promise<Load> {
  // The last write of a measurement may have been made without its reply being read.
  const tags = await currentTags(
    ownerUrl,
    courses.map(({ courseId }) => courseId),
  )
  return {
    requestsOf: (connection) => {
      const course = courses[connection]!
      const headers = { ...headersOf(sessions[connection]!), 'Content-Type': 'application/json' }
      return [
        {
          method: 'PUT',
          path: pathOf(`/courses/${course.courseId}/settings`),
          body: JSON.stringify(changeOf(course)),
          setupRequest: (request) => ({ ...request, headers: { ...headers, 'If-Match': tags.get(course.courseId)! } }),
          onResponse: (_status, _body, _context, headers) => {
            const { ETag: tag } = headers as { ETag?: string }
            if (tag !== undefined) tags.set(course.courseId, tag)
          },
        },
      ]
    },
  }
}
