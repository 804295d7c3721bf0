import { describe, expect, it } from 'vitest'
import { requireMediaType } from './media-type.ts'

const unsupported = expect.objectContaining({ code: 'unsupported_media_type' })
const json = ['Content-Type', 'application/json']

describe('requireMediaType', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json \t; \tCharset="Utf-8"',
    ' application/json ',
    'application/json;',
    'application/json ; \t; ',
    'application/json;;charset=utf-8',
    'application/json; charset=utf-8 ;',
  ])('accepts %j', (contentType) => {
    expect(() => requireMediaType({ rawHeaders: ['content-type', contentType] }, 'application/json')).not.toThrow()
  })

  it.each([
    '',
    'text/json',
    'application/jsonp',
    'application/json5',
    'application/merge-patch+json',
    '*/*',
    'application/json; charset=utf8',
    'application/json; charset=latin1',
    "application/json; charset='utf-8'",
    'application/json; charset=utf-8; charset=utf-8',
    'application/json; charset = utf-8',
    'application/json;;charset=utf-8;charset=utf-8',
    'application/json;charset=utf-8;x',
    `application/json${'; '.repeat(8000)}x`,
    'application/json; charset',
    'application/json; charset="utf-8',
    'application/json; profile=x',
    'application/json, application/json',
    'application/json charset=utf-8',
    'multipart/form-data; boundary=x',
  ])('refuses %j', (contentType) => {
    expect(() => requireMediaType({ rawHeaders: ['Content-Type', contentType] }, 'application/json')).toThrow(
      unsupported,
    )
  })

  it.each([
    'text/csv; header=present',
    'text/csv; header="present"; charset=utf-8',
    'text/csv;charset=utf-8;;HEADER=Absent;',
  ])('accepts %j', (contentType) => {
    expect(() => requireMediaType({ rawHeaders: ['Content-Type', contentType] }, 'text/csv')).not.toThrow()
  })

  it.each([
    'text/csv; header=1',
    'text/csv; header=present; header=absent',
    'text/csv; header',
    'text/csv; delimiter=,',
  ])('refuses %j', (contentType) => {
    expect(() => requireMediaType({ rawHeaders: ['Content-Type', contentType] }, 'text/csv')).toThrow(unsupported)
  })

  it('refuses a header parameter of JSON', () => {
    const rawHeaders = ['Content-Type', 'application/json; header=present']
    expect(() => requireMediaType({ rawHeaders }, 'application/json')).toThrow(unsupported)
  })

  it('refuses a request without Content-Type', () => {
    expect(() => requireMediaType({ rawHeaders: ['Host', 'a'] }, 'application/json')).toThrow(unsupported)
  })

  it('refuses two equal Content-Type lines', () => {
    expect(() => requireMediaType({ rawHeaders: [...json, ...json] }, 'application/json')).toThrow(unsupported)
  })

  it.each(['identity', 'Identity', ' IDENTITY '])('accepts the content coding %j', (coding) => {
    expect(() =>
      requireMediaType({ rawHeaders: [...json, 'Content-Encoding', coding] }, 'application/json'),
    ).not.toThrow()
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'identity, gzip', 'identity, identity', '', 'none'])(
    'refuses the content coding %j',
    (coding) => {
      expect(() => requireMediaType({ rawHeaders: [...json, 'Content-Encoding', coding] }, 'application/json')).toThrow(
        unsupported,
      )
    },
  )

  it('refuses two content coding lines', () => {
    const coding = ['Content-Encoding', 'identity']
    expect(() => requireMediaType({ rawHeaders: [...json, ...coding, ...coding] }, 'application/json')).toThrow(
      unsupported,
    )
  })
})
