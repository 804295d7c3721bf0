import { bundledLanguagesInfo } from 'shiki'
import { describe, expect, it } from 'vitest'
import { highlightLanguages } from './highlight-languages.ts'

describe('highlightLanguages', () => {
  it('are the languages that Shiki bundles', () => {
    expect(highlightLanguages).toEqual(bundledLanguagesInfo.map(({ id }) => id).toSorted())
  })
})
