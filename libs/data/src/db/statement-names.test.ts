import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')

describe('the names of statements', () => {
  it('are those in the source; after a change, `vitest run -u` of this file writes them', async () => {
    await expect(
      `/** The names of all statements of this package. A test writes this list. */
export const statementNames: ReadonlySet<string> = new Set(
  \`
${namesInSource()
  .map((name) => `    ${name}`)
  .join('\n')}
  \`
    .trim()
    .split(/\\s+/),
)
`,
    ).toMatchFileSnapshot('./statement-names.ts')
  })

  it('can be read from the source: no call has another first argument', () => {
    const others = [...callsInSource()].filter(({ file, first }) => file !== passedOn && namesIn(first).length === 0)
    expect(others).toEqual([])
  })

  it('follow the word for what the text does', () => {
    const wrong = [...textsInSource()].filter(({ word, text }) =>
      word === 'read' ? writing.test(text) : !writing.test(text) && !text.includes('${'),
    )
    expect(wrong).toEqual([])
  })

  it('stand once in the source each', () => {
    expect(new Set(namesInSource()).size).toBe(namesInSource().length)
  })
})

/** `read('one', row)`, `write(isOther ? 'other' : 'one', row)`, and `exportedRows('one', …)`, which makes a statement. */
const calls = /(?<!function |\.)\b(?:read|write|exportedRows)(?:<[^(]*>)?\(\s*([^,`)]+)/g

/** Where `exportedRows` itself calls `read`, the name is that of its caller. */
const passedOn = 'db/person-table.ts'

function callsInSource(): { readonly file: string; readonly first: string }[] {
  return globSync('**/*.ts', { cwd: src })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file) && !file.startsWith('testing/'))
    .flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(calls)].map(([, first = '']) => ({ file, first })),
    )
}

/** The words before texts, and the texts, without what fragments add. */
const textsInSource = () =>
  globSync('**/*.ts', { cwd: src })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(src, file), 'utf8').matchAll(/\b(read|write)\(\s*[^`;]*?'\w+'[^`;]*?\)`([^`]*)`/g),
    ])
    .map(([, word = '', text = '']) => ({ word, text }))

const writing = /\b(?:INSERT INTO|UPDATE\s+\w+[^;]*?\bSET|DELETE FROM|MERGE INTO)\b/

const namesIn = (first: string): string[] => [...first.matchAll(/(?:^|[?:])\s*'(\w+)'/g)].map(([, name = '']) => name)

const namesInSource = (): string[] =>
  callsInSource()
    .flatMap(({ first }) => namesIn(first))
    .sort()
