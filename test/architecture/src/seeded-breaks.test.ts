import { describe, expect, it } from 'vitest'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'
import { boundariesAmong, operationsAreServedAndTested } from './rules/operations.ts'
import { seededBreaks } from './seeded-breaks.ts'
import { smallBoundary, smallHouse } from './small-house.ts'

const smallRules: Readonly<Record<string, Rule>> = {
  ...rules,
  operationsAreServedAndTested: operationsAreServedAndTested(boundariesAmong({ smallBoundary, other: 1 })),
}

describe('a house that keeps every rule', () => {
  it.each(Object.entries(smallRules))('%s finds nothing', (_name, rule) => {
    expect(rule(smallHouse())).toEqual([])
  })
})

describe('a seeded break', () => {
  it.each(seededBreaks)('$rule finds $of', ({ rule, changes, says }) => {
    expect(smallRules[rule]?.(smallHouse(changes)).join('\n')).toContain(says)
  })

  it('exists for every rule', () => {
    expect(Object.keys(rules).filter((name) => !seededBreaks.some(({ rule }) => rule === name))).toEqual([])
  })
})
