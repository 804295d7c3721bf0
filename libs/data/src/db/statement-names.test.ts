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
${linesOf(namesInSource()).join('\n')}
  \`
    .trim()
    .split(/\\s+/),
)
`,
    ).toMatchFileSnapshot('./statement-names.ts')
  })

  it('stand once in the source each', () => {
    expect(new Set(namesInSource()).size).toBe(namesInSource().length)
  })
})

/** In `statement('one', row)` and `statement(isOther ? 'other' : 'one', row)`. */
function namesInSource(): string[] {
  const files = globSync('**/*.ts', { cwd: src }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file) && !file.startsWith('testing/'),
  )
  return files
    .flatMap((file) => [...readFileSync(join(src, file), 'utf8').matchAll(/\bstatement\(\s*([^,`)]+)/g)])
    .flatMap(([, first = '']) => [...first.matchAll(/(?:^|[?:])\s*'(\w+)'/g)])
    .map(([, name = '']) => name)
    .sort()
}

/** The names in lines of at most 120 characters. */
const linesOf = (names: readonly string[]): string[] =>
  [...names.join(' ').matchAll(/(\S.{0,115})(?: |$)/g)].map(([, line = '']) => `    ${line}`)
