// The starter with its real processes, and its state in the folder that the test gives.
import { resolve } from 'node:path'
import { productProcesses } from '../processes.ts'
import { runStarter } from '../run-starter.ts'

process.exitCode = await runStarter({
  checkout: resolve(import.meta.dirname, '../../../../..'),
  stateRoot: process.env['STATE_ROOT'] ?? '',
  argv: process.argv.slice(2),
  env: process.env,
  processes: productProcesses,
})
