import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { benchPublicApi, summarise, type Summary } from './public-api/bench-public-api.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (positionals[0] !== 'public-api') {
  say('Which benchmark? There is: public-api. Options: --rounds N --seconds N')
  process.exit(64)
}

const rounds = await benchPublicApi({
  rounds: Number(values.rounds), seconds: Number(values.seconds), connections: [8, 32], say,
})
const report = reportOf(summarise(rounds))
say(`\n${report}`)
writeFileSync(new URL('../RESULTS.md', import.meta.url), report)

function reportOf(summaries: readonly Summary[]): string {
  const rows = summaries.map((row) => [
    row.connections, row.server, Math.round(row.perCpuSecond), row.range.map((value) => Math.round(value)).join('–'), row.ratio.toFixed(2),
    Math.round(row.perSecond), row.p50Ms, row.p99Ms, Math.round(row.rssMiB), row.queriesPerRequest?.toFixed(2) ?? '1',
  ])
  return [
    '# Results', '',
    `\`pnpm bench public-api --rounds ${values.rounds} --seconds ${values.seconds}\`: GET of course settings, 1,000 courses of some 1.3 KB, token known.`,
    `Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}. The server has the first core`,
    'to itself; PostgreSQL and the load share the others. Rounds alternate between the servers; figures are medians, the ratio is the',
    'median of each round\'s own. Rates and latencies are this machine\'s; the ratios are what the benchmark is for.', '',
    'Baselines: `node:http + pg` reads columns with a named statement, serialises the same answer, and neither authenticates, logs nor',
    'measures; `text` is the same with the stored text; Fastify logs to a file as the service does.', '',
    '| connections | server | requests per CPU second | range | ratio to node:http + pg | requests/s | p50 ms | p99 ms | RSS MiB | queries per request |',
    '| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`), '',
    'One read is one query; courses asked for in two turns of the event loop share one, so under load there are fewer.', '',
  ].join('\n')
}
