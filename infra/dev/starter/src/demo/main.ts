import { resolve } from 'node:path'
import { runDemo } from './run-demo.ts'

process.exitCode = await runDemo({
  stateRoot: resolve(import.meta.dirname, '../../../../..'),
  argv: process.argv.slice(2),
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
})
