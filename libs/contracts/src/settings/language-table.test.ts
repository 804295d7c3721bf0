import { describe, expect, it } from 'vitest'
import { languageTableSource, withoutFileNames } from './language-sources.fixture.ts'
import { languageTable } from './language-table.ts'

describe('languageTable', () => {
  it('has the languages that Shiki bundles, with the data of Linguist', async () => {
    await expect(languageTableSource()).toMatchFileSnapshot('language-table.ts')
  })

  it('has file names for all but a few', () => {
    const rows = languageTable.trim().split('\n')
    expect(rows.filter((row) => row.endsWith(':')).map((row) => row.slice(0, -1))).toEqual(withoutFileNames)
  })
})
