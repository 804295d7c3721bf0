import { mkdir, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, dirname } from 'node:path'
import { rolldown, type OutputChunk } from 'rolldown'
import { inlineWorkers } from './inline-workers.ts'
import { constants, leanModules } from './lean-modules.ts'
import type { Program } from './programs.ts'
import { withoutUnreached } from './unreached-modules.ts'

/** `pg` imports this only when `pg.native` is read, which nobody does. */
const neverLoaded = new Set(['pg-native'])

/**
 * `depd`, a dependency deep under Koa, makes its deprecation wrappers with eval; no input reaches it. The other says that a build took
 * long, as it does on a busy machine.
 */
const acceptedWarnings = new Set(['EVAL', 'PLUGIN_TIMINGS'])

/**
 * Makes one ES module that needs nothing but Node. Rejects with a list of imports that could not be resolved, because
 * an import that is left over would fail only in production. Resolves with the paths of all modules that it was made of.
 */
export async function bundleProgram({ entry, bundle }: Program): Promise<string[]> {
  await rm(dirname(bundle), { recursive: true, force: true })
  const problems: string[] = []
  const modules: string[] = []
  const code = await bundleModule(entry, { problems, modules })
  if (problems.length > 0) throw new Error(`${basename(entry)} cannot be bundled:\n${problems.join('\n')}`)
  await mkdir(dirname(bundle), { recursive: true })
  await writeFile(bundle, code)
  return modules
}

interface Found {
  readonly problems: string[]
  readonly modules: string[]
}

/** The text of one module with everything that it imports. What is found in the module and in its workers is added to `found`. */
async function bundleModule(entry: string, found: Found): Promise<string> {
  const { problems, modules } = found
  const build = await rolldown({
    input: entry,
    platform: 'node',
    // The compiler's options have nothing that stripping types needs, and the build of an image lacks some of their
    // files.
    tsconfig: false,
    transform: { define: constants, jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [...withoutUnreached, ...leanModules, inlineWorkers((worker) => bundleModule(worker, found))],
    onLog: (level, log) => {
      if (level === 'warn' && !acceptedWarnings.has(log.code ?? '')) problems.push(log.message)
    },
  })
  try {
    const { output } = await build.generate({ format: 'esm', codeSplitting: false, comments: false })
    problems.push(...output.slice(1).map(({ fileName }) => `a second file: ${fileName}`))
    problems.push(...missingModules(output[0]).map((module) => `not bundled: ${module}`))
    modules.push(...output[0].moduleIds)
    return output[0].code
  } finally {
    await build.close()
  }
}

function missingModules({ code, imports, dynamicImports }: OutputChunk): string[] {
  const required = [...code.matchAll(/__require\("([^"]+)"\)/g)].map(([, module]) => module ?? '')
  const sources = [...code.matchAll(/new URL\(["']([^"']+\.ts)["'], import\.meta\.url\)/g)].map(
    ([, module]) => module ?? '',
  )
  const wanted = new Set([...imports, ...dynamicImports, ...required, ...sources])
  return [...wanted].filter((module) => !isBuiltin(module) && !neverLoaded.has(module))
}
