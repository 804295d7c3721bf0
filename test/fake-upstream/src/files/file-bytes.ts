import type { FileContent } from '../world/submission.ts'

const chunkBytes = 64 * 1024
const textAlphabet = Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789 \n')

export function sizeOf(content: FileContent): number {
  return content.kind === 'bytes' ? content.bytes.length : content.sizeBytes
}

/** The file's bytes in pieces; a pattern is computed as it is read, the same every time. */
export function* bytesOf(content: FileContent): Iterable<Uint8Array> {
  if (content.kind === 'bytes') {
    yield content.bytes
    return
  }
  let state = (content.seed * 2_654_435_761 + 1) >>> 0
  for (let at = 0; at < content.sizeBytes; at += chunkBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, content.sizeBytes - at))
    for (let index = 0; index < chunk.length; index += 1) {
      // xorshift32: cheap, and no two files look alike.
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      const byte = (state >>> 11) & 0xff
      chunk[index] = content.alphabet === 'binary' ? byte : (textAlphabet[byte % textAlphabet.length] ?? 0)
    }
    yield chunk
  }
}

/** As Django writes it: quoted ASCII, else the RFC 5987 form. */
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
