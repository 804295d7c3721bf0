import type { Boundary } from '@course-grading/contracts/operation/operation'
import { Visitor } from 'oxc-parser'
import { modulesOf, type Module } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** Test code that is shared by many operations. It iterates over the contract and has no list of its own. */
const shared = /^(test\/(service|kit)\/|services\/[^/]+\/src\/[^/]+\.fixture\.ts$)/

/**
 * There is no second list of operations: product code and shared test code name two or more operations only in the contract and in the
 * table of handlers. Statements and calls to the platform have names of their own, which may be equal.
 */
export const operationsAreListedOnce =
  (boundaries: readonly Boundary[]): Rule =>
  (tree) => {
    const names = new Set(boundaries.flatMap(({ operations }) => Object.keys(operations)))
    return modulesOf(tree)
      .filter(
        ({ path }) =>
          shared.test(path) ||
          (isProductCode(path) && !/^libs\/((contracts|data|upstream)\/|public-client\/src\/public-v1)/.test(path)),
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
