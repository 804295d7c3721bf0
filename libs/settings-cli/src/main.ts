#!/usr/bin/env node
import './command-line/require-node.ts'
import { tokenVariable, urlVariable } from './command-line/help.ts'
import { run } from './command-line/run.ts'

// Whoever reads the output may end before it does: `| head`.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') throw failure
})
const { [urlVariable]: url, [tokenVariable]: token, NO_COLOR: noColor } = process.env
process.exitCode = await run({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  env: { url, token, noColor },
  stdout: process.stdout,
  stderr: process.stderr,
})
