/** Shorter than deflate allows: a longer block's header can end like a signature. */
export const maxStoredBytes = 32 * 1024
const headerBytes = 5
const firstTwo = Buffer.from('PK')

/** Where the next signature of a record of a ZIP file is; -1 if there is none. Some readers look for them in compressed contents, too. */
export function nextSignature(bytes: Uint8Array, from = 0): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = buffer.indexOf(firstTwo, from); at >= 0; at = buffer.indexOf(firstTwo, at + 2)) {
    const [third, fourth] = [buffer[at + 2], buffer[at + 3]]
    if (third !== undefined && third <= 8 && fourth !== undefined && fourth <= 8) return at
  }
  return -1
}

/** The bytes as blocks without compression, which end within each signature, so that none is left. A single block is not copied. */
export function storedBlocks(bytes: Uint8Array): readonly Uint8Array[] {
  const ends = endsOfBlocks(bytes)
  if (ends.length === 1) return [headerOf(bytes.length), bytes]
  const blocks = Buffer.allocUnsafeSlow(bytes.length + headerBytes * ends.length)
  let [from, at] = [0, 0]
  for (const end of ends) {
    blocks.set(headerOf(end - from), at)
    blocks.set(bytes.subarray(from, end), at + headerBytes)
    at += headerBytes + end - from
    from = end
  }
  return [blocks]
}

function headerOf(blockBytes: number): Uint8Array {
  const [low, high] = [blockBytes & 0xff, blockBytes >> 8]
  return Uint8Array.of(0, low, high, ~low, ~high)
}

function endsOfBlocks(bytes: Uint8Array): readonly number[] {
  const ends: number[] = []
  let signature = nextSignature(bytes)
  for (let at = 0; at < bytes.length;) {
    const isNear = signature >= 0 && signature < at + maxStoredBytes
    at = isNear ? signature + 1 : endOfLongest(bytes, at)
    if (isNear) signature = nextSignature(bytes, at)
    ends.push(at)
  }
  return ends
}

/** A block does not end with the first two bytes of a signature, since the next header could be the others. */
function endOfLongest(bytes: Uint8Array, from: number): number {
  const end = Math.min(from + maxStoredBytes, bytes.length)
  return end < bytes.length && firstTwo.equals(bytes.subarray(end - 2, end)) ? end - 1 : end
}
