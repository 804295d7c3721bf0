import { describe, expect, it } from 'vitest'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'
import { operationsAreServedAndTested, servicesHaveBoundaries } from './rules/operations.ts'
import { operationsAreListedOnce } from './rules/operation-names.ts'
import { documentsBreaks } from './seeded-breaks/documents.ts'
import { packagesBreaks } from './seeded-breaks/packages.ts'
import { codeBreaks } from './seeded-breaks/code.ts'
import { dependenciesBreaks } from './seeded-breaks/dependencies.ts'
import { operationsBreaks } from './seeded-breaks/operations.ts'
import { grantsBreaks } from './seeded-breaks/grants.ts'
import { smallBoundary, exampleRepository } from './example-repository.ts'

/** At least one violation for each rule: a rule that finds none would be a test that cannot fail. */
const seededBreaks = [
  ...documentsBreaks,
  ...packagesBreaks,
  ...codeBreaks,
  ...dependenciesBreaks,
  ...operationsBreaks,
  ...grantsBreaks,
]

const small = [smallBoundary]
const smallRules: Readonly<Record<string, Rule>> = {
  ...rules,
  servicesHaveBoundaries: servicesHaveBoundaries(small),
  operationsAreServedAndTested: operationsAreServedAndTested(small),
  operationsAreListedOnce: operationsAreListedOnce(small),
}

describe('an example repository that keeps every rule', () => {
  it.each(Object.entries(smallRules))('%s finds nothing', (_name, rule) => {
    expect(rule(exampleRepository())).toEqual([])
  })
})

describe('a seeded violation', () => {
  it.each(seededBreaks)('$rule finds $of', ({ rule, changes, says }) => {
    expect(smallRules[rule]?.(exampleRepository(changes)).join('\n')).toContain(says)
  })

  it('exists for every rule', () => {
    expect(Object.keys(rules).filter((name) => !seededBreaks.some(({ rule }) => rule === name))).toEqual([])
  })
})
