/** Less than deflate allows, since the header of a longer block can end like a signature. */
export const maxStoredBytes = 32 * 1024
const headerBytes = 5
const firstTwo = Buffer.from('PK')

/** Where the first signature of a ZIP record begins, whole or cut by the end; -1 if none. Some readers look for signatures in contents. */
export function firstSignature(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = buffer.indexOf(firstTwo); at >= 0; at = buffer.indexOf(firstTwo, at + 2)) {
    const [third, fourth] = [buffer[at + 2] ?? 0, buffer[at + 3] ?? 0]
    if (third <= 8 && fourth <= 8) return at
  }
  return -1
}

/** Blocks without compression. A block ends within each signature, so none is left, whatever follows. A single block is not a copy. */
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
  for (let at = 0; at < bytes.length;) {
    const longest = bytes.subarray(at, at + maxStoredBytes)
    const signature = firstSignature(longest)
    at += signature >= 0 ? signature + 1 : longest.length
    ends.push(at)
  }
  return ends
}
