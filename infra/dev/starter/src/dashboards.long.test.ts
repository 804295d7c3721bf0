import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runDemo } from './demo/run-demo.ts'
import { demoTokenOf } from './map.ts'
import { freePortBase, spawnStandIn, stateRootForTest, untilReady } from './stand-in/spawn-stand-in.ts'
const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0

describe.skipIf(!hasPrometheus)(
  `the dashboards${hasPrometheus ? '' : ' (left out: there is no prometheus)'}`,
  { timeout: 600_000 },
  () => {
    it('have data for every query once the demo was played', async () => {
      const [portBase, stateRoot] = [await freePortBase(), stateRootForTest()]
      await untilReady(spawnStandIn({ stateRoot, portBase, entry: 'product.ts' }))
      const seriesOf = await scrape(portBase)
      await expect.poll(() => seriesOf('up == 1').catch(() => 0), { timeout: 60_000 }).toBe(4)
      // The demo has no teacher's script. Each token is validated upstream once, and Prometheus sees the numbers grow.
      for (const userId of [101, 102, 103]) {
        const headers = { Authorization: `Token ${demoTokenOf(userId)}` }
        const { status } = await fetch(`http://127.0.0.1:${portBase}/api/v1/courses/11/settings`, { headers })
        expect([200, 403]).toContain(status)
        await setTimeout(2_000)
      }
      // Nor does it open a page.
      await openPages(`http://127.0.0.1:${portBase - 1}`)
      // Whether the demo is well is another test's matter; on a busy machine a part of it may be rejected, and that is data too.
      const quiet = (): void => {}
      await runDemo({ stateRoot, argv: [], env: {}, say: quiet, complain: quiet })
      const queries = files.flatMap((file) => {
        const { panels } = JSON.parse(readFileSync(join(folderOfDashboards, file), 'utf8')) as Dashboard
        return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ place: `${file}: ${title}`, expr })))
      })
      expect(queries.length).toBeGreaterThan(50)
      const empty: string[] = []
      for (const { place, expr } of queries) if ((await seriesOf(expr)) === 0) empty.push(`${place}: ${expr}`)
      expect(empty).toEqual([])
      // A query on what nobody exports has none, and would be found.
      expect(await seriesOf('sum(rate(http_requests_total{job="public-api"}[5m]))')).toBe(0)
    })
  },
)

const folderOfDashboards = resolve(import.meta.dirname, '../../../deploy/grafana')
/** The one of the database asks what CloudNativePG exports, which is not here. */
const files = readdirSync(folderOfDashboards).filter((name) => name.endsWith('.json') && name !== 'database.json')

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

/** What a grader opens, so that web calls the boundary while Prometheus looks. */
async function openPages(origin: string): Promise<void> {
  const body = new URLSearchParams({ token: demoTokenOf(103), to: '/' })
  const signedIn = await fetch(`${origin}/sign-in`, {
    method: 'POST',
    headers: { Origin: origin },
    body,
    redirect: 'manual',
  })
  const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  // Each page again, since a series that has just begun has no rate.
  for (const path of ['/', '/courses/11', '/', '/courses/11']) {
    expect((await fetch(origin + path, { headers: { Cookie } })).status).toBe(200)
    await setTimeout(2_000)
  }
}

/** Prometheus itself, which scrapes the services each second. */
async function scrape(portBase: number): Promise<(query: string) => Promise<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
  const port = await freePortBase()
  const jobs = ['web', 'public-api', 'frontend-internal', 'manual-grading'].map((name, index) => ({
    job_name: name,
    // Web is one below.
    static_configs: [{ targets: [`127.0.0.1:${portBase - 1 + index}`] }],
  }))
  // JSON is YAML.
  const config = { global: { scrape_interval: '1s' }, scrape_configs: jobs }
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const prometheus: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    const ended = new Promise((resolveEnd) => prometheus.once('exit', resolveEnd))
    prometheus.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  })
  return async (query) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`)
    const { status, data } = (await reply.json()) as { status: string; data?: { result: unknown[] } }
    if (status !== 'success') throw new Error(`Prometheus does not read ${query}`)
    return data?.result.length ?? 0
  }
}
