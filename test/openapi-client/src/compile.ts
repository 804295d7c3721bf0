import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface CompileError {
  readonly file: string
  /** The source line that does not compile. */
  readonly line: string
  readonly message: string
}

const folder = join(import.meta.dirname, '..')
const tsc = join(folder, '../../node_modules/.bin/tsc')
const options =
  '--ignoreConfig --noEmit --pretty false --strict --noUncheckedIndexedAccess --skipLibCheck --allowImportingTsExtensions' +
  ' --target esnext --lib esnext --module nodenext --types node'

/**
 * Checks programs with strict options, emits nothing, and returns what is wrong in them and in what they import. `isExact`: an
 * optional member is not the same as one that may be undefined, which is not part of `strict`.
 */
export function compile(files: readonly string[], isExact = true): CompileError[] {
  const args = [...options.split(' '), '--exactOptionalPropertyTypes', String(isExact), ...files]
  const { stdout } = spawnSync(tsc, args, { encoding: 'utf8', cwd: folder })
  return stdout.split(/\n(?! )/).flatMap((text) => {
    if (text === '') return []
    const [, path = '', number = '0', message = text] = /^(.+)\((\d+),\d+\): error ([^]*)$/.exec(text) ?? []
    const file = path === '' ? '' : resolve(folder, path)
    const line = path === '' ? '' : (readFileSync(file, 'utf8').split('\n')[Number(number) - 1] ?? '')
    return [{ file, line: line.trim(), message }]
  })
}
