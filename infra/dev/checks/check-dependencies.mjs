// Asks the registry which installed packages have known vulnerabilities. The check fails for one that is high or critical;
// others are listed. Where the registry does not report them (an internal mirror, no network), one line says so, and with
// `--required`, as in `pnpm test:full`, that is a failure. test/architecture checks that the lockfile has only packages of the registry with checksums, and that manifests name
// exact versions.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '../../..')
const failing = ['high', 'critical']
const withinMs = 120_000

const isRequired = process.argv.includes('--required')
const given = process.argv.slice(2).filter((argument) => argument !== '--required')
const asked = spawnSync(join(root, 'node_modules/.bin/pnpm'), ['audit', '--json', ...given], {
  cwd: root,
  encoding: 'utf8',
  timeout: withinMs,
  maxBuffer: 64 * 1024 * 1024,
})
const report = reportOf(asked.stdout ?? '')
if (report === null) {
  process.stdout.write(
    'dependencies: the registry does not report known vulnerabilities here, so they were not checked\n',
  )
  process.exitCode = isRequired ? 1 : 0
} else {
  const found = Object.values(report.advisories)
  for (const { severity, module_name: name, title, vulnerable_versions: versions, url, findings } of found) {
    const installed = [...new Set(findings.map(({ version }) => version))].join(', ')
    process.stdout.write(`dependencies: ${severity}: ${name} ${installed} (vulnerable ${versions}): ${title} ${url}\n`)
  }
  const broken = found.filter(({ severity }) => failing.includes(severity)).length
  process.stdout.write(`dependencies: ${found.length} known vulnerabilities, ${broken} of them high or critical\n`)
  process.exitCode = broken === 0 ? 0 : 1
}

/** Null unless it is a complete report. If the endpoint does not exist, pnpm prints a text instead. */
function reportOf(text) {
  try {
    const json = JSON.parse(text)
    return json.metadata?.vulnerabilities !== undefined && json.advisories !== undefined ? json : null
  } catch {
    return null
  }
}
