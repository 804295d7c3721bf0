import { join } from 'node:path'
import { startFakeUpstream } from '@course-grading/test-fake-upstream'
import { seedCourses } from '@course-grading/test-kit'
import { queriesOf } from '@course-grading/test-service/queries-of'
import { baseline, type BenchOptions, type Contestant, type Round, runContests } from '../benchmark.ts'
import { withServers } from '../with-servers.ts'
import { benchCourses, createTwinTable } from './twin-courses.ts'

export const aboutPublicApi = [
  'GET of course settings, 1,000 courses of some 1.3 KB, token known.',
  '`node:http + pg` reads columns with a named statement, serialises the same reply, and neither authenticates, logs nor measures.',
  'One read is one query; courses asked for in two turns of the event loop share one, so under load there are fewer. Each connection',
  'starts at another course, so that no two ask for the same course at the same time.',
]

const basePort = 18_200
const teacherId = 101
/**
 * The course at which each connection starts, so that no two ask for the same course at the same time: they may share a
 * query, but not its row.
 */
const apart = 31

/** Measures GET of course settings: the service and its twin. */
export async function benchPublicApi(options: BenchOptions): Promise<Round[]> {
  options.say('Preparing the database and the servers …')
  const upstream = await startFakeUpstream()
  return await withServers(async ({ ownerUrl, urls }, start) => {
    await seedCourses(ownerUrl, benchCourses)
    await createTwinTable(ownerUrl)
    for (const { courseId, name } of benchCourses) {
      upstream.world.addCourse({ ...upstream.world.course(11), id: courseId, name })
      upstream.world.setRole(courseId, teacherId, 'teacher')
    }
    const headers = { Authorization: `Token ${upstream.world.tokenOf(teacherId)}` }
    const requests = benchCourses.map(
      ({ courseId }) => ({ method: 'GET', path: `/api/v1/courses/${courseId}/settings`, headers }) as const,
    )
    const load = () => ({ requestsOf: (connection: number) => from(requests, connection * apart) })
    const operations = { url: `http://127.0.0.1:${basePort + 9}` }
    const main = join(import.meta.dirname, '../../../../services/public-api/src/main.ts')
    const service = await start('public-api', main, basePort, {
      OPS_PORT: String(basePort + 9),
      DATABASE_URL: urls.publicApi,
      UPSTREAM_BASE_URL: upstream.url,
      UPSTREAM_ALLOW_HTTP: '1',
      TOKEN_CACHE_TTL_S: '3600',
    })
    const twin = await start('node-http', join(import.meta.dirname, 'twin-node-http.ts'), basePort + 1, {
      DATABASE_URL: ownerUrl,
    })
    const contestants: Contestant[] = [
      {
        name: 'public-api',
        load,
        server: service,
        countQueries: async (measurement) => (await queriesOf(operations, measurement))['listCourseSettings'] ?? 0,
      },
      { name: baseline, load, server: twin, queriesByDesign: 1 },
    ]
    return await runContests([{ operation: 'getCourseSettings', contestants }], options)
  }).finally(() => upstream.close())
}

/** All items of a list in its order, starting in the middle. */
function from<Item>(list: readonly Item[], start: number): Item[] {
  return [...list.slice(start), ...list.slice(0, start)]
}
