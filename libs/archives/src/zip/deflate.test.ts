import { createHash } from 'node:crypto'
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Deflater } from './deflate.ts'

describe('Deflater', () => {
  it('leaves no signature where a block that is stored meets one that is compressed', async () => {
    const [stored, compressed] = [
      incompressible(`PK\u0003\u0004`, `PK\u0003`),
      Buffer.from('aabbccddeeffgghh aabbbcdef'),
    ]
    expect(deflateRawSync(compressed, { level: 1, finishFlush: constants.Z_SYNC_FLUSH })[0]).toBe(4)
    const deflated = await deflate(Buffer.concat([stored, compressed]))
    expect(inflateRawSync(deflated).equals(Buffer.concat([stored, compressed]))).toBe(true)
    expect(deflated.includes(`PK\u0003\u0004`)).toBe(false)
  })
})

/** A block that zlib does not make smaller. */
const incompressible = (beginning: string, end: string): Buffer => {
  const block = createHash('shake256', { outputLength: 64 * 1024 })
    .update('any')
    .digest()
  block.write(beginning)
  block.write(end, block.length - end.length)
  return block
}

const deflate = async (content: Uint8Array): Promise<Buffer> => {
  const deflater = new Deflater()
  const parts = [
    ...(await Array.fromAsync(deflater.add(content, true))),
    ...(await Array.fromAsync(deflater.end(true))),
  ]
  deflater.close()
  return Buffer.concat(parts)
}
