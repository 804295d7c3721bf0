import { crc32, inflateRawSync } from 'node:zlib'

/** An entry as the directory at the end of an archive has it. */
interface ReadEntry {
  readonly path: string
  /** The size of the content in the archive. */
  readonly storedBytes: number
  readonly content: Buffer
}

/** Reads an archive without ZIP64, and throws if a size or a checksum is wrong. Other programs are tested in `foreign-readers.test.ts`. */
export function readZip(zip: Buffer): readonly ReadEntry[] {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('The archive has no end')
  const entries: ReadEntry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [pathBytes, extraBytes] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    entries.push(readEntry(zip, at, zip.toString('utf8', at + 46, at + 46 + pathBytes)))
    at += 46 + pathBytes + extraBytes
  }
  if (at !== end) throw new Error('The directory is not as long as it says')
  return entries
}

/** The rows of the manifest, by the names of its columns. Each text is quoted, and no number; the guards of formulas stay. */
export function readManifest(zip: Buffer): readonly Readonly<Record<string, string>>[] {
  const last = readZip(zip).at(-1)
  if (last?.path !== 'manifest.csv') throw new Error('The manifest is not the last entry')
  const [header = '', ...rest] = last.content
    .toString()
    .replace(/^\uFEFF/, '')
    .split('\r\n')
  const columns = header.split(';')
  const rows: Record<string, string>[] = []
  const cells = [...rest.join('\r\n').matchAll(/(?:"((?:[^"]|"")*)"|(\d+))(?:;|\r\n)/g)].map(
    ([, text = '', number]) => number ?? text.replaceAll('""', '"'),
  )
  for (let at = 0; at < cells.length; at += columns.length)
    rows.push(Object.fromEntries(columns.map((column, index) => [column, cells[at + index] ?? ''])))
  return rows
}

function readEntry(zip: Buffer, at: number, path: string): ReadEntry {
  const header = zip.readUInt32LE(at + 42)
  const isDeflated = zip.readUInt16LE(at + 10) === 8
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const stored = zip.subarray(start, start + zip.readUInt32LE(at + 20))
  const content = isDeflated ? inflateRawSync(stored) : stored
  if (content.length !== zip.readUInt32LE(at + 24)) throw new Error(`${path} has another size`)
  if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`${path} has another checksum`)
  return { path, storedBytes: stored.length, content }
}
