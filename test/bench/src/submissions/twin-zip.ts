import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { fileOf, readSubmission, type TwinCalls } from './twin-upstream.ts'

/**
 * Writes a ZIP file below 4 GiB without a library: stored entries followed by their checksums, a manifest with digests, and the
 * directory.
 */
export async function writeZip(calls: TwinCalls, submissionId: number, to: Writable): Promise<void> {
  const { files } = await readSubmission(calls, submissionId)
  const directory: Buffer[] = []
  const manifest: string[] = []
  let offset = 0
  const write = async (piece: Uint8Array): Promise<void> => {
    offset += piece.length
    if (!to.write(piece)) await once(to, 'drain')
  }
  const writeEntry = async (name: string, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> => {
    const path = Buffer.from(name)
    const [beganAt, sha256] = [offset, createHash('sha256')]
    let [crc, size] = [0, 0]
    await write(Buffer.concat([localHeader(path.length), path]))
    for await (const piece of pieces) {
      crc = crc32(piece, crc)
      sha256.update(piece)
      size += piece.length
      await write(piece)
    }
    await write(numbers([0x08074b50, 4], [crc, 4], [size, 4], [size, 4]))
    directory.push(Buffer.concat([centralHeader({ crc, size, pathLength: path.length, beganAt }), path]))
    manifest.push(`${name};${size};${sha256.digest('hex')}\r\n`)
  }
  for (const { id, filename } of files) await writeEntry(filename, await fileOf(calls, submissionId, id))
  await writeEntry('manifest.csv', [Buffer.from(manifest.join(''))])
  const [entries, directoryAt] = [directory.length, offset]
  const whole = Buffer.concat(directory)
  await write(whole)
  to.end(numbers([0x06054b50, 4], [0, 4], [entries, 2], [entries, 2], [whole.length, 4], [directoryAt, 4], [0, 2]))
}

const [bySize, utf8NameAndDescriptor, dosDate] = [20, 0x0808, 0x5c21]

const localHeader = (pathLength: number): Buffer =>
  numbers(
    [0x04034b50, 4],
    [bySize, 2],
    [utf8NameAndDescriptor, 2],
    [0, 4],
    [dosDate, 2],
    [0, 4],
    [0, 8],
    [pathLength, 2],
    [0, 2],
  )

interface CentralEntry {
  readonly crc: number
  readonly size: number
  readonly pathLength: number
  readonly beganAt: number
}

const centralHeader = ({ crc, size, pathLength, beganAt }: CentralEntry): Buffer =>
  Buffer.concat([
    numbers([0x02014b50, 4], [bySize, 2], [bySize, 2], [utf8NameAndDescriptor, 2], [0, 4], [dosDate, 2]),
    numbers([crc, 4], [size, 4], [size, 4], [pathLength, 2], [0, 4], [0, 8], [beganAt, 4]),
  ])

/** The bytes of numbers, each with its least significant byte first. Eight bytes are only used for zero. */
function numbers(...parts: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of parts) {
    if (bytes !== 8) buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}
