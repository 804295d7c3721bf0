import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesBetween } from './settings-changes.ts'

describe('changesBetween', () => {
  it('has members of objects by path, and lists as a whole, but not the revision', () => {
    const after = {
      ...before,
      revision: 2,
      name: 'B',
      languages: ['fi', 'en'],
      templates: { automaticExtensions: false, extensions: [] },
      courseConfigUrl: 'https://x.example/',
    }
    expect(changesBetween(before, after, 10_000)).toEqual([
      { path: '$.name', before: 'A', after: 'B' },
      { path: '$.languages', before: ['fi'], after: ['fi', 'en'] },
      { path: '$.templates.automaticExtensions', before: true, after: false },
      { path: '$.courseConfigUrl', before: null, after: 'https://x.example/' },
    ])
  })

  it('has a member of only one document, with null for the other', () => {
    expect(changesBetween({ a: 1 }, { b: [] }, 10_000)).toEqual([
      { path: '$.a', before: 1, after: null },
      { path: '$.b', before: null, after: [] },
    ])
  })

  it('has no entries for two equal documents', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(changesBetween(value, structuredClone(value), 10_000)).toEqual([])
      }),
    )
  })

  it('leaves out values that do not fit, and still lists later values that do', () => {
    const large = { name: 'x'.repeat(500), languages: ['y'.repeat(500)], listed: true }
    const changes = changesBetween({ name: '', languages: [], listed: false }, large, 700)
    expect(changes).toEqual([
      { path: '$.name', before: '', after: 'x'.repeat(500) },
      { path: '$.languages', before: null, after: null, omitted: true },
      { path: '$.listed', before: false, after: true },
    ])
  })
})

const before = {
  revision: 1,
  name: 'A',
  languages: ['fi'],
  templates: { automaticExtensions: true, extensions: [] },
  courseConfigUrl: null,
}
