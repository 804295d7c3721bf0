import type { Boundary } from '@course-grading/contracts'
import { Visitor, type CallExpression } from 'oxc-parser'
import { modulesOf, type Module } from '../modules.ts'
import { isTestCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** Boundaries by the name under which the contract exports them. */
export type Boundaries = Readonly<Record<string, Boundary>>

/** The boundaries among what a module exports, so that a new one is walked as soon as it is written. */
export function boundariesAmong(exported: Readonly<Record<string, unknown>>): Boundaries {
  return Object.fromEntries(
    Object.entries(exported).filter((entry): entry is [string, Boundary] => isBoundary(entry[1])),
  )
}

/**
 * Every operation of a boundary has its handler in the service, in the feature folder that the contract gives it and under
 * its own name; beside it a test that `describe`s it; every refusal that it lists is asked for by a test of the service that
 * names the operation or walks the whole contract, those that every operation lists by any test; and there is such a walk.
 */
export const operationsAreServedAndTested =
  (boundaries: Boundaries): Rule =>
  (tree) => {
    const modules = modulesOf(tree)
    return Object.entries(boundaries).flatMap(([exportName, { name, operations, problems }]) => {
      const service = `services/${name}`
      const tests = modules.filter(
        ({ path }) => isTestCode(path) && (path.startsWith(`${service}/`) || path.startsWith('test/system/')),
      )
      const asked = new Set(tests.flatMap(wordsOf))
      const own = tests.filter(({ path }) => path.startsWith(`${service}/`))
      const shared = Object.values(operations).map(({ problems: codes }) => new Set<string>(codes))
      const isShared = (code: string): boolean => shared.every((codes) => codes.has(code))
      const askedOfAll = new Set(walksOf(own, `${exportName}.operations`).flatMap(wordsOf))
      return [
        ...Object.keys(operations).flatMap((operation) => checkOperation(modules, name, operation)),
        ...Object.entries(operations).flatMap(([operation, { problems: codes }]) => {
          const askedOfIt = new Set(own.filter((test) => isAbout(test, operation)).flatMap(wordsOf))
          return codes
            .filter((code) => !askedOfIt.has(code) && !askedOfAll.has(code) && !(isShared(code) && asked.has(code)))
            .map((code) => `${service}: no test asks for ${code} of ${operation}`)
        }),
        ...Object.keys(problems)
          .filter((code) => !asked.has(code))
          .map((code) => `${service}: no test asks for ${code}`),
        ...(tests.some(({ text }) => text.includes(`${exportName}.operations`))
          ? []
          : [`${service}: no test walks ${exportName}.operations`]),
      ]
    })
  }

/** Tests that go through every operation, by themselves or by way of a fixture beside them. */
function walksOf(tests: readonly Module[], operations: string): Module[] {
  const direct = tests.filter(({ text }) => text.includes(operations))
  const fixtures = direct
    .filter(({ path }) => path.endsWith('.fixture.ts'))
    .map(({ path }) => `/${path.slice(path.lastIndexOf('/') + 1)}`)
  return [
    ...direct,
    ...tests.filter(({ imports }) =>
      imports.some(({ specifier }) => fixtures.some((fixture) => specifier.endsWith(fixture))),
    ),
  ]
}

/** Its own test and those that stand beside it under longer names, and every other that names it. */
function isAbout({ path, text }: Module, operation: string): boolean {
  return (
    path.slice(path.lastIndexOf('/') + 1).startsWith(fileOf(operation)) || new RegExp(`\\b${operation}\\b`).test(text)
  )
}

const fileOf = (operation: string): string => operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function checkOperation(modules: readonly Module[], boundary: string, operation: string): string[] {
  const service = `services/${boundary}`
  const file = fileOf(operation)
  // Two boundaries may have an operation of one name: the boundary's own list says which file is whose.
  const list = modules.find(({ path }) => path === `libs/contracts/src/${boundary}.ts`)
  const contract = modules.find(
    ({ path }) =>
      path.startsWith('libs/contracts/src/') &&
      path.endsWith(`/${file}.ts`) &&
      (list?.text.includes(`./${path.slice('libs/contracts/src/'.length)}'`) ?? false),
  )
  if (contract === undefined) return [`libs/contracts: ${operation} has no file ${file}.ts in a feature folder`]
  const handlerPath = contract.path.replace('libs/contracts', service)
  const testPath = handlerPath.replace(/\.ts$/, '.test.ts')
  const handler = modules.find(({ path }) => path === handlerPath)
  const test = modules.find(({ path }) => path === testPath)
  return [
    ...(handler?.exports.some(({ name }) => name === operation)
      ? []
      : [`${handlerPath}: must be the handler of ${operation} and export it`]),
    ...(test !== undefined && described(test).has(operation)
      ? []
      : [`${testPath}: must have describe('${operation}', …)`]),
  ]
}

function described(test: Module): Set<string> {
  const names = new Set<string>()
  new Visitor({
    CallExpression(node) {
      const [first] = node.arguments
      if (calledName(node) === 'describe' && first?.type === 'Literal' && typeof first.value === 'string')
        names.add(first.value)
    },
  }).visit(test.program)
  return names
}

function calledName({ callee }: CallExpression): string | undefined {
  return callee.type === 'Identifier' ? callee.name : undefined
}

/** String literals and property names: both are ways to ask for a code. */
function wordsOf(test: Module): string[] {
  const words: string[] = []
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') words.push(node.value)
    },
    Property(node) {
      if (node.key.type === 'Identifier') words.push(node.key.name)
    },
  }).visit(test.program)
  return words
}

function isBoundary(value: unknown): value is Boundary {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'prefix' in value &&
    'operations' in value &&
    'problems' in value
  )
}
