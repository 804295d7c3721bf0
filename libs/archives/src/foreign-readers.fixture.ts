import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** An independent program that reads ZIP files. */
export interface ForeignReader {
  readonly name: string
  readonly isInstalled: boolean
  /** Reads every entry, and returns the program's complaints; empty if there are none. */
  readonly check: (zip: string) => string
  /** Extracts into a folder, which it makes. */
  readonly extract: (zip: string, folder: string) => void
}

// Without a UTF-8 locale, unzip changes names that are not ASCII.
const env = { ...process.env, LC_ALL: 'C.UTF-8' }

const check = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    broken = archive.testzip()
    if broken is not None: sys.exit('broken: ' + broken)
`

export const foreignReaders: readonly ForeignReader[] = [
  {
    name: "Python's zipfile",
    isInstalled: run('python3', ['-c', 'import zipfile']).status === 0,
    check: (zip) => complaintsOf('python3', ['-c', check, zip]),
    extract(zip, folder) {
      mkdirSync(folder)
      succeed('python3', ['-m', 'zipfile', '-e', zip, folder])
    },
  },
  {
    name: 'unzip',
    isInstalled: run('unzip', ['-v']).status === 0,
    check: (zip) => complaintsOf('unzip', ['-tqq', zip]),
    extract(zip, folder) {
      mkdirSync(folder)
      succeed('unzip', ['-qq', zip, '-d', folder])
    },
  },
]

/** What Python reads of each entry, in the order of the directory. */
export function readByPython(zip: string): readonly unknown[] {
  const list = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([{ 'path': item.filename, 'size': item.file_size, 'time': item.date_time, 'attributes': item.external_attr >> 16,
                        'isUtf8': item.flag_bits & 0x800 != 0, 'content': archive.read(item).decode() } for item in archive.infolist()]))
`
  return JSON.parse(succeed('python3', ['-c', list, zip]))
}

function complaintsOf(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = run(program, args)
  return status === 0 ? stdout + stderr : `${program} ends with ${status}: ${stdout}${stderr}`
}

function succeed(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = run(program, args)
  if (status !== 0 || stderr !== '') throw new Error(`${program} ends with ${status}: ${stderr}`)
  return stdout
}

function run(program: string, args: readonly string[]) {
  return spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
