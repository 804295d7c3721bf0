import { describe, expect, it } from 'vitest'
import { longFunctionsOf } from './function-length.ts'
import { modulesOf } from './modules.ts'

const many = (line: string): string => `${line}\n`.repeat(70)
const linesIn = (text: string): number[] => {
  const [module] = modulesOf(new Map([['libs/x/src/x.tsx', text]]))
  return module ? longFunctionsOf(module).map(({ lines }) => lines) : []
}

describe('longFunctionsOf', () => {
  it.each<[what: string, text: string, found: number[]]>([
    ['statements, with the lines around them', `function f() {\n${many('x()')}}`, [72]],
    ['a function inside another, for both', `const f = () => {\nconst g = () => {\n${many('x()')}}\n}`, [74, 72]],
    ['members that are functions', `const f = () => ({\n${many('x() {},')}})`, [72]],
    ['no JSX', `const F = () => (\n<ul>\n${many('<li />')}</ul>\n)`, []],
    ['statements beside JSX', `const F = () => {\n${many('x()')}return <p />\n}`, [72]],
    ['no table', `const f = (x) => ({\n${many('x,')}})`, []],
    ['no table that is returned', `function f(x) {\nreturn [\n${many('x,')}]\n}`, []],
  ])('counts %s', (_what, text, found) => {
    expect(linesIn(text)).toEqual(found)
  })
})
