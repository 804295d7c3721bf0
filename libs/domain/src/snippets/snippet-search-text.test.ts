import { describe, expect, it } from 'vitest'
import { snippetSearchText } from './snippet-search-text.ts'

describe('snippetSearchText', () => {
  it('is the label and the text in each language, folded, a line each', () => {
    expect(snippetSearchText('Näming', { fi: 'Nimeä\nparemmin', en: 'Name it  BETTER' })).toBe(
      'naming\nnimea paremmin\nname it better',
    )
  })
})
