import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Unzip, UnzipInflate } from 'fflate'

/** An independent program that reads ZIP files. */
interface ForeignReader {
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

/** The interpreter itself; empty if there is none. The command may be a script that looks for it at each call. */
const interpreter = run('python3', ['-c', 'import sys, zipfile; print(sys.executable)']).stdout?.trim() ?? ''

export const foreignReaders: readonly ForeignReader[] = [
  {
    name: "Python's zipfile",
    isInstalled: interpreter !== '',
    check: (zip) => complaintsOf(interpreter, ['-c', check, zip]),
    extract(zip, folder) {
      mkdirSync(folder)
      succeed(interpreter, ['-m', 'zipfile', '-e', zip, folder])
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
  return JSON.parse(succeed(interpreter, ['-c', list, zip]))
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

/** What a reader of streams takes for an entry. */
interface StreamedEntry {
  readonly path: string
  readonly sizeBytes: number
}

/** An independent program that reads a ZIP file from its beginning, without its directory. */
interface StreamReader {
  readonly name: string
  readonly isInstalled: boolean
  readonly list: (zip: Buffer, folder: string) => readonly StreamedEntry[]
}

/** A program that ends at once needs no compiler that optimizes. */
const quickStart = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

const readStream = `
import java.io.*;
import java.util.zip.*;
class Read {
  public static void main(String[] args) throws IOException {
    try (var zip = new ZipInputStream(new BufferedInputStream(new FileInputStream(args[0])))) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; )
        System.out.println(zip.transferTo(OutputStream.nullOutputStream()) + " " + entry.getName());
    }
  }
}
`

export const streamReaders: readonly StreamReader[] = [
  { name: 'fflate', isInstalled: true, list: listByFflate },
  {
    name: "Java's ZipInputStream",
    isInstalled: run('javac', [...quickStart.map((option) => `-J${option}`), '-version']).status === 0,
    list(bytes, folder) {
      const [source, zip] = [join(folder, 'Read.java'), join(folder, 'streamed.zip')]
      writeFileSync(source, readStream)
      writeFileSync(zip, bytes)
      const lines = succeed('java', [
        ...quickStart,
        '-Dsun.stdout.encoding=UTF-8',
        '-Dfile.encoding=UTF-8',
        source,
        zip,
      ])
        .trim()
        .split('\n')
      return lines.map((line) => {
        const at = line.indexOf(' ')
        return { path: line.slice(at + 1), sizeBytes: Number(line.slice(0, at)) }
      })
    },
  },
]

function listByFflate(bytes: Buffer): readonly StreamedEntry[] {
  const entries: { path: string; sizeBytes: number }[] = []
  const unzip = new Unzip((file) => {
    const entry = { path: file.name, sizeBytes: 0 }
    entries.push(entry)
    file.ondata = (error, data) => {
      if (error !== null) throw error
      entry.sizeBytes += data?.length ?? 0
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += 10_000)
    unzip.push(bytes.subarray(at, at + 10_000), at + 10_000 >= bytes.length)
  return entries
}
