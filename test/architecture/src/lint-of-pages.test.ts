import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('the linter', () => {
  it.each(Object.keys(inPage))('finds %s in a page', (what) => {
    expect(problemsIn(page, what)).toContain(inPage[what]?.[1])
  })

  it('accepts a page', () => {
    expect(problemsIn(page, accepted)).not.toMatch(/react|jsx-a11y|restricted/)
  })

  it.each(Object.keys(inIsland))('finds %s in an island', (what) => {
    expect(problemsIn(island, what)).toContain(inIsland[what]?.[1])
  })

  it("accepts a browser's document and requests in an island", () => {
    expect(problemsIn(island, accepted)).not.toMatch(/restricted/)
  })

  it("lets an island's tests use what Node has", () => {
    expect(problemsIn(testOfIsland, accepted)).not.toMatch(/restricted/)
  })
})

const everywhere = {
  'HTML as text': ['export const A = () => <p dangerouslySetInnerHTML={{ __html: text }} />', 'no-danger'],
  'a style attribute': ["export const A = () => <p style={{ color: 'red' }} />", 'forbid-dom-props'],
  'a spread onto an element': ['export const A = (props: object) => <p {...props} />', 'jsx-props-no-spreading'],
  'an image without a text': ["export const A = () => <img src='/a.png' />", 'alt-text'],
} as const
type Snippets = Readonly<Record<string, readonly [code: string, rule: string]>>
const inPage: Snippets = {
  ...everywhere,
  'the document of a browser': ['export const a = () => document.title', 'no-restricted-globals'],
  'a request': ["export const a = () => fetch('/a')", 'no-restricted-globals'],
  'what it finds everywhere': ['export const A = () => <p>{console.log(1)}</p>', 'no-console'],
}
const hooks = "import { useEffect, useState } from 'preact/hooks'\n"
const inIsland: Snippets = {
  ...everywhere,
  'a hook that is not always called': [`${hooks}export const A = () => (text ? useState(1) : text)`, 'rules-of-hooks'],
  'an effect that misses what it depends on': [
    `${hooks}export const A = ({ a }: { a: string }) => { useEffect(() => { document.title = a }, []); return null }`,
    'exhaustive-deps',
  ],
  'the process of Node': ['export const a = () => process.pid', 'no-restricted-globals'],
}
const accepted = 'what is accepted'
const page = pathIn('services/web/src/courses', 'tsx')
const island = pathIn('services/web/src/islands/grading', 'tsx')
const testOfIsland = pathIn('services/web/src/islands/grading', 'test.ts')

function pathIn(folder: string, ending: string): (what: string) => string {
  return (what) => `${folder}/${what.replaceAll(' ', '-')}.${ending}`
}

/** What the linter prints of each file of a tree that has one for each snippet. Rules that need types are left out. */
let printed: readonly string[] = []
const problemsIn = (place: (what: string) => string, what: string): string =>
  printed.filter((line) => line.includes(place(what))).join('\n')

let tree = ''
beforeAll(() => {
  const root = join(import.meta.dirname, '../../..')
  tree = mkdtempSync(join(tmpdir(), 'lint-of-pages-'))
  for (const folder of ['services/web/src/courses', 'services/web/src/islands/grading'])
    mkdirSync(join(tree, folder), { recursive: true })
  cpSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  const write = (path: string, code: string): void =>
    writeFileSync(join(tree, path), `const text = 'text'\n${code}\nexport { text }\n`)
  for (const [what, [code]] of Object.entries(inPage)) write(page(what), code)
  for (const [what, [code]] of Object.entries(inIsland)) write(island(what), code)
  write(page(accepted), "export const A = () => <p class='quiet'>text</p>")
  write(island(accepted), 'export const a = () => fetch(document.location.href)')
  write(testOfIsland(accepted), "export const a = Buffer.from('a')")
  const linter = join(root, 'node_modules/.bin/oxlint')
  printed = spawnSync(linter, ['--format=unix'], { cwd: tree, encoding: 'utf8' }).stdout.split('\n')
})
afterAll(() => rmSync(tree, { recursive: true }))
