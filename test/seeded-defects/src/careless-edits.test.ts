import { describe, expect, it } from 'vitest'
import { carelessEditsOf, withEdit } from './careless-edits.ts'

const module = `
export const retire = (limitMs: number, { isOpen, isListed }: Row) => {
  if (limitMs > 7 && !row.isOpen) throw new Error()
  return sql\`
    UPDATE snippet SET retired_at = now()
    WHERE snippet.course_id = \${row.isListed} AND snippet.exercise_id = 1 AND snippet.retired_at IS NULL\`
}
`

describe('a careless edit', () => {
  it.each([
    ['comparison', 'WHERE snippet.course_id >= ${'],
    ['comparison', 'if (limitMs >= 7 &&'],
    ['condition', 'if (limitMs > 7) throw'],
    ['condition', '{row.isListed} AND snippet.retired_at IS NULL'],
    ['condition', '=> {\n  return sql'],
    ['field', 'WHERE snippet.exercise_id = ${'],
    ['field', '!row.isListed)'],
    ['constant', 'limitMs > 8 &&'],
  ])('is one of a %s: %s', (kind, changed) => {
    const texts = carelessEditsOf(module).map((edit) => `${edit.kind} ${withEdit(module, edit)}`)
    expect(texts.filter((text) => text.startsWith(kind) && text.includes(changed))).not.toEqual([])
  })

  it('changes no assignment, no comment and no type', () => {
    const only = '/** 7 */\ntype Seven = 7\nexport const text = sql`SET a = now()`\n'
    expect(carelessEditsOf(only)).toEqual([])
  })
})
