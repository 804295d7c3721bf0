/** The statements of a service's own checks and jobs, which belong to no request. */
const ofNobody =
  /^(check.*|countLiveSessions|takeTimerLease|releaseTimerLease|deleteExpiredSessions|deleteExpiredTokens|deleteExpiredApiTokens|countQueues|listDueReleases|deleteRubricMigrations|deleteExpiredParkedDrafts|listEndedRosters|listCoursesWithOwnerlessResults)$/i

/** The names of the queries that ran during `act`, and how often, from the service's own metrics. */
export async function queriesOf(
  { url }: { readonly url: string },
  act: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await queryCounts(url)
  await act()
  const after = await queryCounts(url)
  return Object.fromEntries(
    [...after]
      .map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
      .filter(([name, count]) => count > 0 && !ofNobody.test(name)),
  )
}

const ofEveryRequest = new Set(['useSession', 'findCourseAccess', 'start', 'commit'])

/** How many statements ran during `act`, beside those of session and course access, START and COMMIT. */
export async function statementsOf(service: { readonly url: string }, act: () => Promise<unknown>): Promise<number> {
  const own = Object.entries(await queriesOf(service, act)).filter(([name]) => !ofEveryRequest.has(name))
  return own.reduce((sum, [, count]) => sum + count, 0)
}

async function queryCounts(url: string): Promise<Map<string, number>> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const counts = new Map<string, number>()
  for (const [, labels, count] of metrics.matchAll(/^database_query_duration_seconds_count\{(.*)\} (\d+)$/gm)) {
    const name = /query="(\w+)"/.exec(labels ?? '')?.[1]
    if (name !== undefined) counts.set(name, Number(count))
  }
  return counts
}
