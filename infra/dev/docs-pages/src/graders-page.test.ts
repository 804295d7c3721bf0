import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the page about grading', () => {
  it('names the keys of the grading page, and no others', () => {
    const [, table = ''] = /## Keyboard shortcuts\n[^]*?\| --- \| --- \|\n([^]*?)\n\n/.exec(pageOf('grading')) ?? []
    const named = table.split('\n').flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\S+)`/g)])
    const keys = [...source.matchAll(/\{ key: '([^']+)', action/g)].flatMap(([, key = '']) =>
      key === '1–9 0' ? ['1', '9', '0'] : [key],
    )
    expect(named.map(([, key]) => key).toSorted()).toEqual(keys.toSorted())
  })
})

const root = join(import.meta.dirname, '../../../..')
const source = readFileSync(join(root, 'services/web/src/islands/grading/keys.ts'), 'utf8')
const pageOf = (name: string): string => readFileSync(join(root, `docs/src/content/docs/graders/${name}.md`), 'utf8')
