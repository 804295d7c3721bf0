import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { assembleImage, programPath } from './assemble-image.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { buildIslands, webIslands } from './build-islands.ts'
import { bundleProgram } from './bundle-program.ts'
import type { IslandManifest } from './island-manifest.ts'
import { islandLines } from './island-sizes.ts'
import { downloads, isProgramName, type Program, programNames, programs } from './programs.ts'

// `main.ts [name…]` bundles the programs named, or all of them, each into its own package; the server of the documentation only where
// what builds the site is installed. `main.ts --into <folder>
// [--base <folder>] <name>` makes a folder with what the program's image contains besides Node and the base, and beside it
// `<folder>.cdx.json`, a list of what the image is made of. The exit code is 1 if there is no such program or a bundle would be
// incomplete.
const {
  values: { into, base },
  positionals,
} = parseArgs({ options: { into: { type: 'string' }, base: { type: 'string' } }, allowPositionals: true })
const hasSiteTools = existsSync(join(import.meta.dirname, '../../../../docs/node_modules'))
const bundled: Readonly<Record<string, Program>> = { ...programs, ...downloads }
const names =
  positionals.length > 0
    ? positionals.filter((each) => Object.hasOwn(bundled, each))
    : Object.keys(bundled).filter((each) => each !== 'docs' || hasSiteTools)
const [name = ''] = names

if (names.length < positionals.length || (into !== undefined && (positionals.length !== 1 || !isProgramName(name)))) {
  const known = `${programNames.join(', ')}; without --into also ${Object.keys(downloads).join(', ')}`
  process.stderr.write(`usage: bundle [--into <folder>] [name…]; the names are ${known}\n`)
  process.exitCode = 1
} else if (into !== undefined && isProgramName(name)) {
  const modules = await assembleImage(programs[name], into)
  await writeFile(`${into}.cdx.json`, billOfMaterials({ name, modules, base }))
  report(join(into, programPath))
} else {
  if (positionals.length === 0 && !hasSiteTools)
    process.stdout.write('docs is left out: `pnpm docs:build` installs what it is made of\n')
  for (const program of names.flatMap((each) => bundled[each] ?? [])) {
    await bundleProgram(program)
    report(program.bundle)
    if (program.islands !== undefined) reportIslands(await buildIslands())
  }
}

function reportIslands(manifest: IslandManifest): void {
  const folder = relative(process.cwd(), webIslands.output)
  for (const line of islandLines(manifest)) process.stdout.write(`${folder}: ${line}\n`)
}

function report(path: string): void {
  process.stdout.write(`${relative(process.cwd(), path)}  ${Math.round(statSync(path).size / 1024)} KiB\n`)
}
