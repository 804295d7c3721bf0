import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { bundleProgram } from './bundle-program.ts'
import { isProgramName, programNames, programs } from './programs.ts'

// Bundles the programs named, or all. Exit code 1: unknown name, or a bundle that would not be complete.
const named = process.argv.slice(2)
const unknown = named.filter((name) => !isProgramName(name))
if (unknown.length > 0) {
  process.stderr.write(`bundle: no such program: ${unknown.join(', ')} (there are ${programNames.join(', ')})\n`)
  process.exit(1)
}
for (const name of named.length > 0 ? named.filter(isProgramName) : programNames) {
  const startedAt = performance.now()
  const path = programs[name].bundle
  await bundleProgram(programs[name])
  const kiB = Math.round(statSync(path).size / 1024)
  process.stdout.write(`${relative(process.cwd(), path)}  ${kiB} KiB  ${Math.round(performance.now() - startedAt)} ms\n`)
}
