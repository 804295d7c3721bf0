// What `pnpm check` does: it runs all parts in parallel, so that one run shows everything that is wrong.
import { globSync } from 'node:fs'
import { root, runPart } from './run-part.mjs'

const documents = globSync('libs/contracts/openapi/*.json', { cwd: root }).sort()

const outcomes = await Promise.all([
  runPart({ name: 'types', tool: 'tsc', args: ['-b'] }),
  runPart({ name: 'lint', tool: 'oxlint', args: ['--format=unix'] }),
  runPart({
    name: 'format',
    tool: 'oxfmt',
    args: ['--list-different', 'libs', 'services', 'test', 'infra', 'vitest.config.ts', '.ci'],
  }),
  runPart({ name: 'rules', tool: 'ast-grep', args: ['scan', '--config', 'infra/dev/checks/sgconfig.yml'] }),
  runPart({ name: 'architecture', tool: 'node', args: ['infra/dev/checks/architecture.mjs'] }),
  runPart({
    name: 'unused code',
    tool: 'knip',
    args: ['--config', 'infra/dev/checks/knip.json', '--no-progress', '--no-config-hints'],
  }),
  runPart({
    name: 'openapi',
    tool: 'redocly',
    args: ['lint', '--config', 'infra/dev/checks/redocly.yaml', ...documents],
  }),
])
process.exitCode = outcomes.every(Boolean) ? 0 : 1
