import { describe, expect, it } from 'vitest'
import { documentParts } from './document-parts.ts'

const parts = documentParts<{ readonly points?: number }>('scores', ['scores', 'note'])

describe('the parts of a document', () => {
  it.each(['toString', 'constructor', '__proto__'])('have no entry that the document does not have: %s', (id) => {
    expect(parts.entryOf({ scores: {} }, id)).toBeUndefined()
    expect(parts.changed({}, { scores: {} }, [parts.partOf(id)])).toEqual([])
  })

  it('are those of either document, in the order of its members', () => {
    const [before, after] = [
      { note: 'a', scores: { x: { points: 1 } } },
      { note: 'b', scores: { y: { points: 1 } } },
    ]
    expect(parts.changed(before, after)).toEqual(['scores.x', 'scores.y', 'note'])
    expect(parts.changed(before, before)).toEqual([])
  })
})
