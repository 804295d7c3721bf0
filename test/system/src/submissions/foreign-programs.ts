import { spawnSync } from 'node:child_process'

/** An independent program that reads ZIP files. */
interface ZipProgram {
  readonly name: string
  readonly isInstalled: boolean
  /** Reads every entry and checks its checksum. Returns the program's complaints; empty if there are none. */
  readonly check: (zip: string) => string
}

// Without a UTF-8 locale, unzip changes names that are not ASCII.
const env = { ...process.env, LC_ALL: 'C.UTF-8' }
const run = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

const isInstalled = (program: string, args: readonly string[]): boolean => run(program, args).status === 0

function complaintsOf(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = run(program, args)
  return status === 0 ? stdout + stderr : `${program} ends with ${status}: ${stdout}${stderr}`
}

function succeed(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = run(program, args)
  if (status !== 0 || stderr !== '') throw new Error(`${program} ends with ${status}: ${stderr}`)
  return stdout
}

const testAll = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    broken = archive.testzip()
    if broken is not None: sys.exit('broken: ' + broken)
`

export const zipPrograms: readonly ZipProgram[] = [
  {
    name: "Python's zipfile",
    isInstalled: isInstalled('python3', ['-c', 'import zipfile']),
    check: (zip) => complaintsOf('python3', ['-c', testAll, zip]),
  },
  {
    name: 'unzip',
    isInstalled: isInstalled('unzip', ['-v']),
    check: (zip) => complaintsOf('unzip', ['-tqq', zip]),
  },
]

const list = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive: print(json.dumps(archive.namelist()))
`

/** The names of the entries of a ZIP file as Python reads them, in the order of the directory. */
export const namesIn = (zip: string) => JSON.parse(succeed('python3', ['-c', list, zip])) as readonly string[]

const print = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    sys.stdout.buffer.write(archive.read(sys.argv[2]))
`

/** The text of an entry as Python reads it. */
export const contentOf = (zip: string, path: string): string => succeed('python3', ['-c', print, zip, path])

export const isCurlHere = isInstalled('curl', ['--version'])

/** The exit code of curl, which depends only on HTTP: 0 for a complete reply, 18 for a part of one. */
export const curlExit = (url: string, headers: Readonly<Record<string, string>>, file: string): number | null =>
  run('curl', [
    '--silent',
    '--output',
    file,
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    url,
  ]).status
