import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BenchOptions, Round } from './benchmark.ts'
import { benchFeedback } from './feedback/bench-feedback.ts'
import { aboutFrontendInternal, benchFrontendInternal } from './frontend-internal/bench-frontend-internal.ts'
import { benchGrading } from './grading/bench-grading.ts'
import { aboutPublicApi, benchPublicApi } from './public-api/bench-public-api.ts'
import { replaceSection, reportOf } from './report.ts'
import { benchSubmissions } from './submissions/bench-submissions.ts'
import { summarise } from './summarise.ts'
import { benchWeb } from './web/bench-web.ts'

/** Measures, and returns its section of the results; `command` is how it was started. */
type Benchmark = (options: BenchOptions, command: string) => Promise<string>

const ofServers =
  (run: (options: BenchOptions) => Promise<Round[]>, about: readonly string[]): Benchmark =>
  async (options, command) =>
    reportOf(command, about, summarise(await run(options)))

const benchmarks: Readonly<Record<string, Benchmark>> = {
  'public-api': ofServers(benchPublicApi, aboutPublicApi),
  'frontend-internal': ofServers(benchFrontendInternal, aboutFrontendInternal),
  submissions: benchSubmissions,
  feedback: benchFeedback,
  grading: benchGrading,
  web: benchWeb,
}
const results = new URL('../RESULTS.md', import.meta.url)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const {
  positionals: [name = '', ...more],
  values,
} = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '8,32' },
    only: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
})
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined

if (benchmark === undefined || more.length > 0) {
  say(`Name a benchmark: ${Object.keys(benchmarks).join(', ')}.`)
  say('Options: --rounds N --seconds N --connections N,N --only operation --dry-run (writes no results, as --only)')
  process.exit(64)
}

const { rounds, seconds, connections, only } = values
const report = await benchmark(
  {
    rounds: Number(rounds),
    seconds: Number(seconds),
    connections: connections.split(',').map(Number),
    only,
    say,
  },
  `${name} --rounds ${rounds} --seconds ${seconds}`,
)
say(`\n${report}`)
if (!values['dry-run'] && only === undefined)
  writeFileSync(results, replaceSection(readFileSync(results, 'utf8'), name, report))
