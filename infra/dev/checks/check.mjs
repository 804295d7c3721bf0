// What `pnpm check` does: turbo runs all parts, so that one run shows everything that is wrong, and no part twice on the same inputs.
// `--force` runs those too that passed before; it lints the whole tree in one process, in half the time of one for each package.
import { parseArgs } from 'node:util'
import { runPart } from './run-part.mjs'

const { force } = parseArgs({ options: { force: { type: 'boolean', default: false } } }).values
const parts = [
  'types',
  force ? 'lint:all' : 'lint',
  'check:format',
  'check:rules',
  'check:architecture',
  'check:unused',
  'check:openapi',
]
const passed = await runPart({
  name: 'checks',
  tool: 'turbo',
  args: [
    'run',
    ...parts,
    '--continue=always',
    '--concurrency=100%',
    '--output-logs=errors-only',
    ...(force ? ['--force'] : []),
  ],
})
process.exitCode = passed ? 0 : 1
