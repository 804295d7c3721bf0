import { fileTypeFromBuffer } from 'file-type'
import { describe, expect, it } from 'vitest'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { hasBinarySignature } from './file-signatures.ts'

describe('hasBinarySignature', () => {
  it.each(beginnings)('recognises %s by %s, as another library does', async (type, hex) => {
    expect(hasBinarySignature(bytesOf(hex))).toBe(true)
    expect((await fileTypeFromBuffer(bytesOf(hex)))?.ext).toBe(type)
  })

  it.each(beginnings)('does not recognise %s by a part of %s that is shorter than the signature', (_, hex) => {
    expect(hasBinarySignature(bytesOf(hex).subarray(0, 2))).toBe(false)
  })

  it('recognises files that were really compressed', () => {
    expect([gzipSync('text'), zstdCompressSync('text')].map(hasBinarySignature)).toEqual([true, true])
  })
})

const riff = (format: string): string => `52494646 24000000 ${format}`

/** The first bytes of files, and the type that another library detects, as an extension. */
const beginnings: readonly [type: string, hex: string][] = [
  ['pdf', '255044462d312e370a25e2e3cfd30a'],
  ['zip', '504b0304140000000800'],
  ['zip', '504b050600000000000000000000000000000000000000'],
  ['gz', '1f8b0800000000000003'],
  ['bz2', '425a6839314159265359'],
  ['xz', 'fd377a585a000004'],
  ['zst', '28b52ffd0458'],
  ['lz4', '04224d1864407fca'],
  ['lz', '4c5a495001'],
  ['7z', '377abcaf271c0004'],
  ['rar', '526172211a0700'],
  ['rar', '526172211a070100'],
  ['cfb', 'd0cf11e0a1b11ae1'],
  ['png', '89504e470d0a1a0a0000000d494844520000000100000001080600000000000000 00000000 49444154'],
  ['jpg', 'ffd8ffe000104a464946'],
  ['gif', '474946383761'],
  ['gif', '474946383961'],
  ['webp', riff('57454250')],
  ['wav', riff('57415645')],
  ['avi', riff('41564920')],
  ['flac', '664c614300000022'],
  ['mkv', '1a45dfa39342828 86d6174726f736b61'],
  ['woff', '774f464600010000'],
  ['woff2', '774f463200010000'],
]
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
