import { join } from 'node:path'
import { startFakeUpstream } from '@course-grading/fake-upstream'
import { cloneTemplate, startTestCluster } from '@course-grading/test-database'
import { seedCourses } from '@course-grading/test-kit'
import { measure, median, type Sample } from '../load.ts'
import { type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { benchCourses, createTwinTable } from './twin-courses.ts'

export interface Round {
  readonly server: string
  readonly queries: number | null
  readonly connections: number
  readonly sample: Sample
}

export interface BenchOptions {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly say: (line: string) => void
}

const basePort = 18_200
const teacherId = 101

/** GET of course settings: the service and its baselines in turn, each alone under load, the others idle. */
export async function benchPublicApi({ rounds, seconds, connections, say }: BenchOptions): Promise<Round[]> {
  say('Preparing the database and the servers …')
  const [upstream, cluster] = await Promise.all([startFakeUpstream(), startTestCluster()])
  const servers = new Map<string, MeasuredProcess>()
  try {
    const database = await cloneTemplate(cluster)
    await seedCourses(database.ownerUrl, benchCourses)
    await createTwinTable(database.ownerUrl)
    for (const { courseId, name } of benchCourses) {
      upstream.world.addCourse({ ...upstream.world.course(11), id: courseId, name })
      upstream.world.setRole(courseId, teacherId, 'teacher')
    }
    const script = (path: string): string => join(import.meta.dirname, path)
    const service = script('../../../../services/public-api/src/main.ts')
    servers.set('public-api', await startMeasured('public-api', service, basePort, {
      OPS_PORT: String(basePort + 9), DATABASE_URL: database.urls.publicApi, UPSTREAM_BASE_URL: upstream.url, UPSTREAM_ALLOW_HTTP: '1', TOKEN_CACHE_TTL_S: '3600',
    }))
    servers.set('node:http + pg', await startMeasured('node-http', script('twin-node-http.ts'), basePort + 1, { DATABASE_URL: database.ownerUrl }))
    servers.set('node:http + pg, text', await startMeasured('node-http-text', script('twin-node-http.ts'), basePort + 2, { DATABASE_URL: database.ownerUrl, TWIN: 'text' }))
    servers.set('Fastify + postgres.js', await startMeasured('fastify', script('twin-fastify.ts'), basePort + 3, { DATABASE_URL: database.ownerUrl }))

    const load = {
      paths: benchCourses.map(({ courseId }) => `/api/v1/courses/${courseId}/settings`),
      headers: { Authorization: `Token ${upstream.world.tokenOf(teacherId)}` },
    }
    say('Warming up …')
    for (const server of servers.values()) await measure(server, { ...load, connections: 8, seconds: 2 })
    const results: Round[] = []
    for (const count of connections) {
      for (let round = 1; round <= rounds; round += 1) {
        for (const [name, server] of servers) {
          const before = await queryCount()
          const sample = await measure(server, { ...load, connections: count, seconds })
          const queries = name === 'public-api' ? await queryCount() - before : null
          say(`${count} connections, round ${round} of ${rounds}: ${name}: ${Math.round(sample.requestsPerCpuSecond)} requests per CPU second`)
          results.push({ server: name, connections: count, sample, queries })
        }
      }
    }
    return results
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
    await upstream.close()
    await cluster.stop()
  }
}

/** Queries that the service ran so far for reading settings. */
async function queryCount(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${basePort + 9}/metrics`)).text()
  return Number(/^database_query_duration_seconds_count\{[^}]*listCourseSettings[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

export interface Summary {
  readonly server: string
  readonly connections: number
  readonly perCpuSecond: number
  readonly range: readonly [number, number]
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly rssMiB: number
  /** Queries for settings by requests; only the service says how many it made. */
  readonly queriesPerRequest: number | null
  /** Median, over the rounds, of this server's requests per CPU second by those of `node:http + pg` in the same round. */
  readonly ratio: number
}

/** Medians over the rounds of each server and number of connections. */
export function summarise(rounds: readonly Round[]): Summary[] {
  const keys = [...new Set(rounds.map(({ server, connections }) => `${connections}|${server}`))]
  return keys.map((key) => {
    const [connections, server] = [Number(key.split('|')[0]), key.split('|')[1]!]
    const roundsOf = (name: string): Round[] => rounds.filter((round) => round.server === name && round.connections === connections)
    const samples = roundsOf(server).map(({ sample }) => sample)
    const baseline = roundsOf('node:http + pg').map(({ sample }) => sample)
    const perRequest = roundsOf(server).flatMap(({ queries, sample }) => (queries === null ? [] : [queries / sample.requests]))
    const rates = samples.map(({ requestsPerCpuSecond }) => requestsPerCpuSecond)
    return {
      server, connections, perCpuSecond: median(rates), range: [Math.min(...rates), Math.max(...rates)],
      perSecond: median(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
      p50Ms: median(samples.map(({ p50Ms }) => p50Ms)), p99Ms: median(samples.map(({ p99Ms }) => p99Ms)),
      rssMiB: Math.max(...samples.map(({ rssMiB }) => rssMiB)),
      queriesPerRequest: perRequest.length > 0 ? median(perRequest) : null,
      ratio: median(rates.map((rate, round) => rate / baseline[round]!.requestsPerCpuSecond)),
    }
  })
}

