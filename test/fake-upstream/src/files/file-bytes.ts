import type { FileContent } from '../world/submission.ts'

const chunkBytes = 64 * 1024
const zeros = Buffer.alloc(chunkBytes)
const textAlphabet = Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789 \n')

export function sizeOf(content: FileContent): number {
  return content.kind === 'bytes' ? content.bytes.length : content.sizeBytes
}

/** The bytes of the file in pieces. A generated file is computed while it is read, and is the same every time. */
export function* bytesOf(content: FileContent): Iterable<Uint8Array> {
  if (content.kind === 'bytes') {
    yield content.bytes
    return
  }
  if (content.alphabet === 'zeros') {
    for (let at = 0; at < content.sizeBytes; at += chunkBytes) yield zeros.subarray(0, content.sizeBytes - at)
    return
  }
  let state = (content.seed * 2_654_435_761 + 1) >>> 0
  for (let at = 0; at < content.sizeBytes; at += chunkBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, content.sizeBytes - at))
    for (let index = 0; index < chunk.length; index += 1) {
      // xorshift32 is cheap, and makes files of different seeds differ.
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      const byte = (state >>> 11) & 0xff
      chunk[index] = content.alphabet === 'binary' ? byte : (textAlphabet[byte % textAlphabet.length] ?? 0)
    }
    yield chunk
  }
}

/** Writes the name as Django does: as quoted ASCII, otherwise in the form of RFC 5987. */
export function attachmentHeader(filename: string): string {
  if (/^[\x20-\x7e]*$/.test(filename)) {
    return `attachment; filename="${filename.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`
  }
  const escaped = [...Buffer.from(filename)].map((byte) => {
    const character = String.fromCharCode(byte)
    return /[A-Za-z0-9._~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return `attachment; filename*=utf-8''${escaped.join('')}`
}
