import { describe, expect, it } from 'vitest'
import { imageTypeOf } from './image-type.ts'

describe('imageTypeOf', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1A\n\0\0'],
    ['image/jpeg', '\xFF\xD8\xFF\xE0\0\x10JFIF'],
    ['image/gif', 'GIF87a\x01\0'],
    ['image/gif', 'GIF89a\x01\0'],
    ['image/webp', 'RIFF\x1A\n\r\0WEBPVP8L'],
    [null, 'RIFF\x1A\n\r\0WAVEfmt '],
    [null, '\x89PNG\n\x1A\n'],
    [null, ' GIF89a'],
    [null, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [null, '<!doctype html><script>'],
    [null, '%PDF-1.7'],
    [null, 'GIF'],
    [null, ''],
  ])('is %s of %j', (type, start) => {
    expect(imageTypeOf(Buffer.from(start, 'latin1'))).toBe(type)
  })
})
