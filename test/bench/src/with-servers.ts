import { cloneTemplate, startTestCluster } from '@course-grading/test-database'
import { type MeasuredProcess, startMeasured } from './measured-process.ts'

export type StartServer = typeof startMeasured
type Database = Awaited<ReturnType<typeof cloneTemplate>>

/** Runs a benchmark with a database of its own, and stops every server that it started. */
export async function withServers<T>(
  run: (database: Database, start: StartServer) => Promise<T>,
  postgresUrl?: string,
): Promise<T> {
  const cluster = await startTestCluster(postgresUrl)
  const servers: MeasuredProcess[] = []
  try {
    return await run(await cloneTemplate(cluster), async (...given) => {
      const server = await startMeasured(...given)
      servers.push(server)
      return server
    })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await cluster.stop()
  }
}
