import { describe, expect, it } from 'vitest'
import { requireJsonMediaType } from './media-type.ts'

const unsupported = expect.objectContaining({ code: 'unsupported_media_type' })
const json = ['Content-Type', 'application/json']

describe('requireJsonMediaType', () => {
  it.each([
    'application/json', 'Application/JSON', 'application/json;charset=utf-8', 'application/json; charset=UTF-8',
    'application/json \t; \tCharset="Utf-8"', ' application/json ',
  ])('takes %j', (contentType) => {
    expect(() => requireJsonMediaType({ rawHeaders: ['content-type', contentType] })).not.toThrow()
  })

  it.each([
    '', 'text/json', 'application/jsonp', 'application/json5', 'application/merge-patch+json', '*/*',
    'application/json; charset=utf8', 'application/json; charset=latin1', "application/json; charset='utf-8'",
    'application/json; charset=utf-8; charset=utf-8', 'application/json; charset = utf-8', 'application/json;',
    'application/json; charset', 'application/json; charset="utf-8', 'application/json; profile=x',
    'application/json, application/json', 'application/json charset=utf-8', 'multipart/form-data; boundary=x',
  ])('refuses %j', (contentType) => {
    expect(() => requireJsonMediaType({ rawHeaders: ['Content-Type', contentType] })).toThrow(unsupported)
  })

  it('refuses a request without Content-Type', () => {
    expect(() => requireJsonMediaType({ rawHeaders: ['Host', 'a'] })).toThrow(unsupported)
  })

  it('refuses two equal Content-Type lines', () => {
    expect(() => requireJsonMediaType({ rawHeaders: [...json, ...json] })).toThrow(unsupported)
  })

  it.each(['identity', 'Identity', ' IDENTITY '])('takes the content coding %j', (coding) => {
    expect(() => requireJsonMediaType({ rawHeaders: [...json, 'Content-Encoding', coding] })).not.toThrow()
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'identity, gzip', 'identity, identity', '', 'none'])(
    'refuses the content coding %j',
    (coding) => {
      expect(() => requireJsonMediaType({ rawHeaders: [...json, 'Content-Encoding', coding] })).toThrow(unsupported)
    },
  )

  it('refuses two content coding lines', () => {
    const coding = ['Content-Encoding', 'identity']
    expect(() => requireJsonMediaType({ rawHeaders: [...json, ...coding, ...coding] })).toThrow(unsupported)
  })
})
