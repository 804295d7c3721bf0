import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the tutorial', () => {
  it('names the button by which a teacher sets up a course that is new', () => {
    const [, button] = /setUp: \{[^}]*?\bbutton: '([^']+)'/.exec(read('services/web/src/texts/en.ts')) ?? []
    expect(read('docs/src/content/docs/scripts/tutorial.mdx')).toContain(`press *${button}*`)
  })
})

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')
