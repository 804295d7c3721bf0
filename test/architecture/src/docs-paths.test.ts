import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const checkout = join(import.meta.dirname, '../../..')
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: checkout })].sort()
const textOf = (path: string): string => readFileSync(join(checkout, path), 'utf8')

/** Paths from the root in code, such as `libs/data/migrations/*.sql`; one with a placeholder in it (`<noun>`) is no path. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:libs|services|test|infra|docs)\/[\w./*{},-]+)`/g)].map(([, path = '']) => path)
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
}

describe.each(pages)('%s', (page) => {
  it('names only paths that exist', () => {
    expect(pathsIn(textOf(page)).filter((path) => globSync(path, { cwd: checkout }).length === 0)).toEqual([])
  })

  it('links only to files that exist', () => {
    expect(linksIn(textOf(page)).filter((target) => !existsSync(join(checkout, dirname(page), target)))).toEqual([])
  })
})

const conformance = 'test/fake-upstream/src/conformance'

/** `- fact`, and below it `  - \`file\`: title` for each test that shows it. */
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

/** What may be a title in a test file: its plain strings, since titles stand in tables too, and the templates that `fact` is called with. */
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

describe('docs/upstream.md', () => {
  const facts = factsIn(textOf('docs/upstream.md'))
  const cited = [...new Set(facts.flatMap(({ tests }) => tests.map(({ file }) => file)))]

  it('names a test for every fact', () => {
    expect(facts.length).toBeGreaterThan(0)
    expect(facts.filter(({ tests }) => tests.length === 0).map(({ text }) => text)).toEqual([])
  })

  it.each(cited)('names only tests that stand in %s', (file) => {
    const isTitle = titlesOf(join(checkout, conformance, file))
    const titles = facts.flatMap(({ tests }) => tests.filter((test) => test.file === file).map(({ title }) => title))
    expect(titles.filter((title) => !isTitle(title))).toEqual([])
  })
})

describe('docs/security.md', () => {
  it('lists every event code of the log, those of deliveries by their prefix', () => {
    const [, list = ''] = /^const events = \[([^\]]*)\]/m.exec(textOf('libs/http-kit/src/log-fields.ts')) ?? []
    const events = [...list.matchAll(/'(\w+)'/g)]
      .map(([, event = '']) => event)
      .filter((event) => !/^deliver(y|ies)_/.test(event))
    expect(events.length).toBeGreaterThan(0)
    expect(events.filter((event) => !textOf('docs/security.md').includes(`\`${event}\``))).toEqual([])
  })
})

describe('docs/README.md', () => {
  it('leads to every page beside it', () => {
    const beside = globSync('docs/**/*.md', { cwd: checkout })
      .map((path) => path.slice('docs/'.length))
      .filter((path) => path !== 'README.md')
    expect(beside.filter((path) => !linksIn(textOf('docs/README.md')).includes(path))).toEqual([])
  })
})
