import { describe, expect, it } from 'vitest'
import { SnippetSearch } from './snippet-search.ts'

const items = ['a', 'b', 'c'].map((id) => ({ id, label: id, text: id }))
const [first, second, last] = items

function searched(q = '') {
  const search = new SnippetSearch()
  search.type(q)
  search.found(q, { items, hasMore: false })
  return search
}

describe('a search for snippets', () => {
  it.each([
    ['the first one', [], first],
    ['the marked one', ['ArrowDown'], second],
    ['the last one, above the first', ['ArrowUp'], last],
    ['the first one, below the last', ['ArrowDown', 'ArrowDown', 'ArrowDown'], first],
  ])('inserts by Enter %s', (_which, keys, inserted) => {
    const search = searched()
    for (const key of keys) search.press(key)
    expect(search.press('Enter')).toBe(inserted)
  })

  it('inserts what Enter waits for once it is found, and not what was found for another text', () => {
    const search = searched()
    search.type('b')
    expect([search.press('Enter'), search.found('b', { items: [second!], hasMore: false })]).toEqual([null, second])
  })

  it.each([
    ['another key came', (search: SnippetSearch) => search.press('x')],
    ['it was closed', (search: SnippetSearch) => search.close()],
  ])('inserts nothing by itself after %s', (_what, happen) => {
    const search = searched()
    search.type('b')
    search.press('Enter')
    happen(search)
    expect(search.found('b', { items, hasMore: false })).toBeNull()
  })

  it('marks the first one again with each search, and keeps the list while it is closed', () => {
    const search = searched()
    search.press('ArrowDown')
    search.close()
    expect([search.q, search.items]).toEqual(['', items])
    search.found('', { items, hasMore: true })
    expect([search.at, search.hasMore]).toEqual([0, true])
  })

  it('inserts nothing where nothing is found', () => {
    const search = new SnippetSearch()
    search.found('', { items: [], hasMore: false })
    expect([search.press('ArrowDown'), search.press('Enter'), search.at]).toEqual([null, null, 0])
  })
})
