import { Visitor } from 'oxc-parser'
import { modulesOf, type Module } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'
import type { Boundaries } from './operations.ts'

/** Code of tests that many operations share: what walks the contract, so that nobody keeps a list beside it. */
const shared = /^(test\/(service|kit)\/|services\/[^/]+\/src\/[^/]+\.fixture\.ts$)/

/**
 * No list of operations stands beside the boundaries: product code, and test code that many operations share, names two
 * operations in no file but the contract's and the table of handlers. Statements and calls of the platform have names of
 * their own, which may be the same words.
 */
export const operationsAreListedOnce =
  (boundaries: Boundaries): Rule =>
  (tree) => {
    const names = new Set(Object.values(boundaries).flatMap(({ operations }) => Object.keys(operations)))
    return modulesOf(tree)
      .filter(
        ({ path }) => shared.test(path) || (isProductCode(path) && !/^libs\/(contracts|data|upstream)\//.test(path)),
      )
      .flatMap((module) => {
        const named = new Set(textsOf(module).filter((text) => names.has(text)))
        return named.size < 2 ? [] : [`${module.path}: lists the operations ${[...named].join(', ')}`]
      })
  }

function textsOf({ program }: Module): string[] {
  const texts: string[] = []
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') texts.push(value)
    },
  }).visit(program)
  return texts
}
