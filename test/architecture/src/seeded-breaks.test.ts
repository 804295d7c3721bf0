import { describe, expect, it } from 'vitest'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'
import { operationsAreServedAndTested, servicesHaveBoundaries } from './rules/operations.ts'
import { operationsAreListedOnce } from './rules/operation-names.ts'
import { seededBreaks } from './seeded-breaks.ts'
import { seededCircles } from './seeded-circles.ts'
import { smallBoundary, exampleRepository } from './example-repository.ts'

const breaks = [...seededBreaks, ...seededCircles]

describe('an example repository that keeps every rule', () => {
  it.each(Object.entries(smallRules))('%s finds nothing', (_name, rule) => {
    expect(rule(exampleRepository())).toEqual([])
  })
})

describe('a seeded violation', () => {
  it.each(breaks)('$rule finds $of', ({ rule, changes, says }) => {
    expect(smallRules[rule]?.(exampleRepository(changes)).join('\n')).toContain(says)
  })

  it('exists for every rule', () => {
    expect(Object.keys(rules).filter((name) => !breaks.some(({ rule }) => rule === name))).toEqual([])
  })
})

const small = [smallBoundary]
const smallRules: Readonly<Record<string, Rule>> = {
  ...rules,
  servicesHaveBoundaries: servicesHaveBoundaries(small),
  operationsAreServedAndTested: operationsAreServedAndTested(small),
  operationsAreListedOnce: operationsAreListedOnce(small),
}
