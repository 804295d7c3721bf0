import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NamedFields } from './field-names.ts'
import { changesOf, mergeFields, withArrived } from './merge-fields.ts'
import { fromNames, toNames } from './read-fields.ts'
import type { Unit } from './units.ts'

const [a, b, c] = ['body', 'privateNote', 'scores/a/comment'] as const
const some = fc.dictionary(fc.constantFrom(a, b, c), fc.constantFrom('x', 'y', 'z')) as fc.Arbitrary<NamedFields>
const place = JSON.stringify({ anchor: { answerKey: 'q1' }, startLine: 1, endLine: 1 })
const annotation = { 'annotations/a/place': place, 'annotations/a/kind': 'note', 'annotations/a/body': 'old' }

/** Merges what has these names. */
function merged(
  base: NamedFields,
  mine: NamedFields,
  theirs: NamedFields,
): [fields: NamedFields, conflicts: readonly Unit[]] {
  const { fields, conflicts } = mergeFields(fromNames(base), fromNames(mine), fromNames(theirs))
  return [toNames(fields), conflicts]
}

describe('an annotation that one side removed', () => {
  const changed = { ...annotation, 'annotations/a/body': 'new' }

  it.each<[string, mine: NamedFields, theirs: NamedFields]>([
    ['mine was changed, theirs removed', changed, {}],
    ['mine was removed, theirs changed', {}, changed],
  ])('is a conflict as a whole: %s', (_what, mine, theirs) => {
    expect(merged(annotation, mine, theirs)).toEqual([mine, [{ of: 'annotation', id: 'a' }]])
  })
})

describe('what was changed alone', () => {
  const member = fc.dictionary(
    fc.constantFrom('body', 'adjustment/points', 'adjustment/reason', 'scores/a/none', 'scores/a/checks/b'),
    fc.constantFrom('1', '2', '3'),
  )
  const whole = fc
    .tuple(member, fc.option(fc.constantFrom('x', 'y', '')))
    .map(([fields, text]): NamedFields =>
      text === null ? fields : { ...fields, ...annotation, 'annotations/a/body': text },
    )

  it('is merged as the whole would be', () => {
    fc.assert(
      fc.property(whole, whole, whole, (base, mine, theirs) => {
        const kept = changesOf(fromNames(base), fromNames(mine))
        expect(merged(toNames(kept.base), toNames(kept.mine), theirs)).toEqual(merged(base, mine, theirs))
      }),
    )
  })

  it('is nothing of what stayed', () => {
    const base = { body: 'old', privateNote: 'note', ...annotation }
    const changes = changesOf(fromNames(base), fromNames({ ...base, body: 'new' }))
    expect([changes.base, changes.mine].map(toNames)).toEqual([{ body: 'old' }, { body: 'new' }])
  })
})

describe('what was typed, beside what stands now', () => {
  it('stays where the person changed it, and follows the others everywhere else', () => {
    fc.assert(
      fc.property(some, some, some, (base, mine, theirs) => {
        const [fields] = merged(base, mine, theirs)
        for (const name of [a, b, c]) expect(fields[name]).toBe(mine[name] === base[name] ? theirs[name] : mine[name])
      }),
    )
  })

  it.each<[string, base: NamedFields, mine: NamedFields, theirs: NamedFields, conflicts: Unit['of'][]]>([
    ['both to the same', { [a]: 'x' }, { [a]: 'y' }, { [a]: 'y' }, []],
    ['each to something else', { [a]: 'x' }, { [a]: 'y' }, { [a]: 'z' }, ['body']],
    ['two fields, one each', { [a]: 'x', [b]: 'x' }, { [a]: 'y', [b]: 'x' }, { [a]: 'x', [b]: 'y' }, []],
    ['one away, one to something', { [a]: 'x' }, {}, { [a]: 'z' }, ['body']],
    ['both away', { [a]: 'x' }, {}, {}, []],
    ['both new', {}, { [a]: 'y' }, { [a]: 'z' }, ['body']],
  ])('changed %s', (_what, base, mine, theirs, conflicts) => {
    expect(merged(base, mine, theirs)[1].map(({ of }) => of)).toEqual(conflicts)
  })

  it('keeps the objects of what nobody changed, which are drawn no more', () => {
    const [mine, theirs] = [fromNames(annotation), fromNames({ ...annotation, body: 'theirs' })]
    const { fields } = mergeFields(fromNames(annotation), mine, theirs)
    expect(fields.annotations.get('a')).toBe(mine.annotations.get('a'))
  })
})

describe('a save that nobody answered', () => {
  it.each<[string, theirs: NamedFields, known: NamedFields]>([
    [
      'has arrived beside the change of another',
      { 'adjustment/points': '2', 'adjustment/reason': 'theirs' },
      { 'adjustment/points': '2', 'adjustment/reason': 'old' },
    ],
    ['has not arrived', { 'adjustment/points': '3' }, { 'adjustment/points': '1', 'adjustment/reason': 'old' }],
    ['took away what stood there', {}, { 'adjustment/points': '1', 'adjustment/reason': 'old' }],
  ])('%s', (_what, theirs, known) => {
    const base = { 'adjustment/points': '1', 'adjustment/reason': 'old' }
    const sent = { ...base, 'adjustment/points': '2' }
    expect(toNames(withArrived(fromNames(base), fromNames(sent), fromNames(theirs)))).toEqual(known)
  })
})
