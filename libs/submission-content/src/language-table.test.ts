import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'
import { describe, expect, it } from 'vitest'
import { languageTable } from './language-table.ts'
import { languageTableSource, withoutFileNames } from './language-sources.fixture.ts'

describe('languageTable', () => {
  it('equals the data of Linguist for the languages of the highlighter', async () => {
    await expect(languageTableSource()).toMatchFileSnapshot('language-table.ts')
  })

  it('has every language of the highlighter that a file name can imply', () => {
    const listed = languageTable
      .trim()
      .split('\n')
      .map((row) => row.slice(0, row.indexOf(':')))
    expect(highlightLanguages.filter((id) => !listed.includes(id))).toEqual(withoutFileNames)
  })
})
