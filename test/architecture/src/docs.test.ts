import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { modulesOf } from './modules.ts'
import { isProductCode } from './packages.ts'
import { readSourceTree } from './source-tree.ts'

describe('docs/src/content/docs/project/upstream.md', () => {
  const facts = factsIn(textOf('docs/src/content/docs/project/upstream.md'))
  const cited = [...new Set(facts.flatMap(({ tests }) => tests.map(({ file }) => file)))]

  it('names a test for every fact', () => {
    expect(facts.length).toBeGreaterThan(0)
    expect(facts.filter(({ tests }) => tests.length === 0).map(({ text }) => text)).toEqual([])
  })

  it.each(cited)('names only tests that are in %s', (file) => {
    const isTitle = titlesOf(join(checkout, conformance, file))
    const titles = facts.flatMap(({ tests }) => tests.filter((test) => test.file === file).map(({ title }) => title))
    expect(titles.filter((title) => !isTitle(title))).toEqual([])
  })
})

describe('docs/src/content/docs/project/security.md', () => {
  const tree = readSourceTree(checkout)
  const logged = modulesOf(tree)
    .filter(({ path }) => isProductCode(path))
    // The events by which a send is classified are not log events.
    .flatMap(({ text }) =>
      [...text.matchAll(/(?<!classifySend\([^)]*)\bevent: '(\w+)'(?![;,] (?:readonly )?reply)/g)].map(
        ([, event = '']) => event,
      ),
    )
  // Steps of deliveries are listed by their prefix.
  const isOfDelivery = (event: string): boolean => /^deliver(y|ies)_/.test(event)
  const events = [...new Set(logged)].filter((event) => !isOfDelivery(event)).sort()
  const [, table = ''] =
    /^\| event \|.*\n\| ---.*\n((?:\|.*\n)+)/m.exec(textOf('docs/src/content/docs/project/security.md')) ?? []
  const listed = table.split('\n').flatMap((row) => {
    const [, cell = ''] = row.split('|')
    return [...cell.matchAll(/`(\w+)`/g)].map(([, event = '']) => event)
  })

  it('lists exactly the event codes that the product logs', () => {
    expect(events.length).toBeGreaterThan(0)
    expect(listed.toSorted()).toEqual(events)
  })
})

const checkout = join(import.meta.dirname, '../../..')
const textOf = (path: string): string => readFileSync(join(checkout, path), 'utf8')

const conformance = 'test/fake-upstream/src/conformance'

/** A list item `- fact`, followed by an item ` - \`file\`: title` for each test that shows the fact. */
interface Fact {
  readonly text: string
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

function factsIn(text: string): Fact[] {
  return text
    .split(/^- /m)
    .slice(1)
    .map((item) => ({
      text: item.split('\n', 1)[0] ?? '',
      tests: [...item.matchAll(/^ {2}- `([\w.-]+)`: (.+)$/gm)].map(([, file = '', title = '']) => ({ file, title })),
    }))
}

/** Texts that may be titles in a test file: all plain strings, because titles may be in tables, and the templates that `fact` is called with. */
function titlesOf(path: string): (title: string) => boolean {
  const texts = new Set<string>()
  const templates: RegExp[] = []
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') texts.add(value)
    },
    CallExpression({ callee, arguments: [title] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'fact' || title?.type !== 'TemplateLiteral') return
      templates.push(new RegExp(`^${title.quasis.map(({ value }) => RegExp.escape(value.cooked ?? '')).join('.+')}$`))
    },
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return (title) => texts.has(title) || templates.some((template) => template.test(title))
}
