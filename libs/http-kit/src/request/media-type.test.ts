import { describe, expect, it } from 'vitest'
import { requireMediaType } from './media-type.ts'

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
    'text/csv; header=present',
    'text/csv; header="present"; charset=utf-8',
    'text/csv;charset=utf-8;;HEADER=Absent;',
  ])('accepts %j', (contentType) => {
    expect(() => of(contentType)).not.toThrow()
  })

  it.each([
    '',
    'text/json',
    'application/jsonp',
    'application/json5',
    'application/merge-patch+json',
    '*/*',
    ...[
      ' charset=utf8',
      ' charset=latin1',
      " charset='utf-8'",
      ' charset=utf-8; charset=utf-8',
      ' charset = utf-8',
    ].map(ofJson),
    ...[';charset=utf-8;charset=utf-8', 'charset=utf-8;x', `${' ;'.repeat(8000)}x`, ' charset', ' charset="utf-8'].map(
      ofJson,
    ),
    ...[' profile=x', ' header=present'].map(ofJson),
    'application/json, application/json',
    'application/json charset=utf-8',
    'multipart/form-data; boundary=x',
    'text/csv; header=1',
    'text/csv; header=present; header=absent',
    'text/csv; header',
    'text/csv; delimiter=,',
  ])('refuses %j', (contentType) => {
    expect(() => of(contentType)).toThrow(unsupported)
  })

  it('refuses a request without Content-Type, and two equal lines', () => {
    expect(() => requireMediaType({ rawHeaders: ['Host', 'a'] }, 'application/json')).toThrow(unsupported)
    expect(() => requireMediaType({ rawHeaders: [...json, ...json] }, 'application/json')).toThrow(unsupported)
  })

  it.each(['identity', 'Identity', ' IDENTITY '])('accepts the content coding %j', (coding) => {
    expect(() => coded(coding)).not.toThrow()
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'identity, gzip', 'identity, identity', '', 'none'])(
    'refuses the content coding %j',
    (coding) => {
      expect(() => coded(coding)).toThrow(unsupported)
    },
  )

  it('refuses two content coding lines', () => {
    expect(() => coded('identity', 'identity')).toThrow(unsupported)
  })
})

const unsupported = expect.objectContaining({ code: 'unsupported_media_type' })
const json = ['Content-Type', 'application/json']
const ofJson = (parameters: string): string => `application/json;${parameters}`

/** A body of this type, where one of CSV is expected if it is CSV, and otherwise one of JSON. */
const of = (contentType: string) =>
  requireMediaType(
    { rawHeaders: ['content-type', contentType] },
    contentType.startsWith('text/csv') ? 'text/csv' : 'application/json',
  )
const coded = (...codings: string[]) =>
  requireMediaType(
    { rawHeaders: [...json, ...codings.flatMap((coding) => ['Content-Encoding', coding])] },
    'application/json',
  )
