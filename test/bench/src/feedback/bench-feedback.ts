import { join } from 'node:path'
import { startFakeUpstream } from '@course-grading/fake-upstream'
import { cloneTemplate, startTestCluster } from '@course-grading/test-database'
import type { Request } from 'autocannon'
import { type BenchOptions, type Contest, runContests } from '../benchmark.ts'
import { analyse, seedBenchWorld } from '../frontend-internal/bench-world.ts'
import { headersOf, pathOf, signIn } from '../frontend-internal/frontend-client.ts'
import { countQueriesOf, startFrontend } from '../frontend-internal/start-frontend.ts'
import type { Load } from '../load.ts'
import { type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { reportOf, tableOf } from '../report.ts'
import { summarise } from '../summarise.ts'
import { annotationOf, type BenchDocuments, bodyOf, insertDocuments, revisionsOf } from './documents.ts'
import { measureNesting, measureRendering } from './rendering.ts'

const twinName = 'twin'
const about = [
  'Documents of 20 KB with 50 annotations; each connection has a session of its own, of a teacher, and documents of its own. A save sends',
  'the body and one annotation. The twin sends the statements that a single request sends in the service, with pg, in a transaction where',
  'the service has one; it checks no secret, role, revision or schema, and neither logs nor measures.',
]
const basePort = 18_520
const firstTeacherId = 90_001
const firstSubmissionId = 990_001

/** Measures saves and reads of feedback, and rendering, and returns the report. */
export async function benchFeedback(options: BenchOptions, command: string): Promise<string> {
  const rendering = options.only === undefined || options.only === 'render' ? [...renderingReport()] : []
  if (options.only === 'render') return rendering.join('\n')
  options.say('Preparing the database and the servers …')
  const [upstream, cluster] = await Promise.all([startFakeUpstream(), startTestCluster()])
  const servers: MeasuredProcess[] = []
  try {
    const database = await cloneTemplate(cluster)
    const tokens = await seedBenchWorld(upstream, database.ownerUrl)
    const service = await startFrontend({
      name: 'feedback',
      port: basePort,
      databaseUrl: database.urls.frontendInternal,
      upstreamUrl: upstream.url,
    })
    servers.push(service)
    const env = { DATABASE_URL: database.ownerUrl }
    const twin = await startMeasured('feedback-twin', join(import.meta.dirname, 'twin.ts'), basePort + 1, env)
    servers.push(twin)
    const teacherIds = tokens.map((_, nth) => firstTeacherId + nth)
    const ours = await insertDocuments(database.ownerUrl, teacherIds, firstSubmissionId)
    const theirs = await insertDocuments(database.ownerUrl, teacherIds, firstSubmissionId + 1_000)
    const sessions: string[] = []
    for (const token of tokens) sessions.push(await signIn(service.url, token))
    await analyse(database.ownerUrl)
    const rounds = await runContests(
      contests({ service, twin, ours, theirs, sessions, ownerUrl: database.ownerUrl }),
      options,
    )
    return [reportOf(command, about, summarise(rounds, twinName), twinName), ...rendering].join('\n')
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await upstream.close()
    await cluster.stop()
  }
}

interface Prepared {
  readonly service: MeasuredProcess
  readonly twin: MeasuredProcess
  readonly ours: BenchDocuments
  readonly theirs: BenchDocuments
  readonly sessions: readonly string[]
  readonly ownerUrl: string
}

function contests({ service, twin, ours, theirs, sessions, ownerUrl }: Prepared): Contest[] {
  const countQueries = countQueriesOf(service)
  const contest = (operation: string, queriesByDesign: number, load: (of: BenchDocuments) => () => Promise<Load>) => ({
    operation,
    contestants: [
      { name: 'frontend-internal', server: service, load: load(ours), countQueries },
      { name: twinName, server: twin, load: load(theirs), queriesByDesign },
    ],
  })
  const reading =
    ({ released }: BenchDocuments) =>
    async (): Promise<Load> => ({
      requestsOf: (nth) => [
        { method: 'GET', path: pathOf(`/my/feedback/${released[nth]!}`), headers: headersOf(sessions[nth]!) },
      ],
    })
  const writing = (of: BenchDocuments) => () => saves(of, sessions, ownerUrl)
  return [contest('patchFeedback, 20 KB', 8, writing), contest('getMyFeedback, 20 KB', 2, reading)]
}

/** Each connection writes its own document, with the revision that the reply to its last write had. */
async function saves({ held }: BenchDocuments, sessions: readonly string[], ownerUrl: string): Promise<Load> {
  const revisions = await revisionsOf(ownerUrl, held)
  let turn = 0
  return {
    requestsOf: (nth): Request[] => {
      const id = held[nth]!
      const headers = { ...headersOf(sessions[nth]!), 'Content-Type': 'application/merge-patch+json' }
      return [
        {
          method: 'PATCH',
          path: pathOf(`/feedback/${id}`),
          setupRequest: (request) => {
            turn += 1
            const body = JSON.stringify({ body: bodyOf(turn), annotations: { a7: annotationOf(turn) } })
            return { ...request, body, headers: { ...headers, 'If-Match': `"${revisions.get(id)!}"` } }
          },
          onResponse: (_status, _body, _context, replied) => {
            const { ETag: tag } = replied as { ETag?: string }
            if (tag !== undefined) revisions.set(id, Number(tag.slice(1, -1)))
          },
        },
      ]
    },
  }
}

function* renderingReport(): Generator<string> {
  const mbPerSecond = (characters: number, ms: number) => (characters / ms / 1_000).toFixed(2)
  yield 'Rendering, by the time of the processor: `markdown-it` and `sanitize-html` with their own settings, and both with our settings and'
  yield 'limits.\n'
  yield tableOf({
    columns: ['text', 'characters', 'both MB/s', 'ours MB/s', 'ratio to both'],
    texts: [0],
    rows: measureRendering().map(({ what, characters, libraries, ours }) => [
      what,
      characters,
      mbPerSecond(characters, libraries),
      mbPerSecond(characters, ours),
      (libraries / ours).toFixed(2),
    ]),
  })
  yield '\nThe worst nesting, ours: four times the characters take four times as long.\n'
  yield tableOf({
    columns: ['text', '50,000 characters, ms', '200,000 characters, ms', 'growth'],
    texts: [0],
    rows: measureNesting().map(([what, short, long, growth]) => [
      what,
      short.toFixed(1),
      long.toFixed(1),
      growth.toFixed(1),
    ]),
  })
  yield ''
}
