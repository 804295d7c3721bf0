import { resolve } from 'node:path'
import { productProcesses } from './processes.ts'
import { runStarter } from './run-starter.ts'

const checkout = resolve(import.meta.dirname, '../../../..')
process.exitCode = await runStarter({
  checkout,
  stateRoot: checkout,
  argv: process.argv.slice(2),
  env: process.env,
  processes: productProcesses,
})
