import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

describe('the linter', () => {
  it.each([
    ['HTML as text', 'export const A = () => <p dangerouslySetInnerHTML={{ __html: text }} />', 'no-danger'],
    ['a style attribute', "export const A = () => <p style={{ color: 'red' }} />", 'forbid-dom-props'],
    ['a spread onto an element', 'export const A = (props: object) => <p {...props} />', 'jsx-props-no-spreading'],
    ['an image without a text', "export const A = () => <img src='/a.png' />", 'alt-text'],
    ['the document of a browser', 'export const a = () => document.title', 'no-restricted-globals'],
    ['a request', "export const a = () => fetch('/a')", 'no-restricted-globals'],
    ['what it finds everywhere', 'export const A = () => <p>{console.log(1)}</p>', 'no-console'],
  ])('finds %s in a page', async (_what, code, rule) => {
    expect(await problemsOf('services/web/src/courses/a-page.tsx', code)).toContain(rule)
  })

  it('accepts a page', async () => {
    const code = "export const A = () => <p class='quiet'>text</p>"
    expect(await problemsOf('services/web/src/courses/a-page.tsx', code)).not.toMatch(/react|jsx-a11y|restricted/)
  })
})

describe('the linter of islands', () => {
  it.each([
    ['HTML as text', 'export const A = () => <p dangerouslySetInnerHTML={{ __html: text }} />', 'no-danger'],
    ['a style attribute', "export const A = () => <p style={{ color: 'red' }} />", 'forbid-dom-props'],
    ['a spread onto an element', 'export const A = (props: object) => <p {...props} />', 'jsx-props-no-spreading'],
    ['an image without a text', "export const A = () => <img src='/a.png' />", 'alt-text'],
    [
      'a hook that is not always called',
      `${hooks}export const A = () => (text ? useState(1) : text)`,
      'rules-of-hooks',
    ],
    [
      'an effect that misses what it depends on',
      `${hooks}export const A = ({ a }: { a: string }) => { useEffect(() => { document.title = a }, []); return null }`,
      'exhaustive-deps',
    ],
    ['the process of Node', 'export const a = () => process.pid', 'no-restricted-globals'],
  ])('finds %s', async (_what, code, rule) => {
    expect(await problemsOf('services/web/src/islands/grading/a-view.tsx', code)).toContain(rule)
  })

  it("accepts a browser's document and requests", async () => {
    const code = 'export const a = () => fetch(document.location.href)'
    expect(await problemsOf('services/web/src/islands/grading/a-call.ts', code)).not.toMatch(/restricted/)
  })

  it('lets their tests use what Node has', async () => {
    const code = "export const a = Buffer.from('a')"
    expect(await problemsOf('services/web/src/islands/grading/a-call.test.ts', code)).not.toMatch(/restricted/)
  })
})

const hooks = "import { useEffect, useState } from 'preact/hooks'\n"
const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** What the linter prints of a tree with this one file. Rules that need types are left out. */
async function problemsOf(path: string, code: string): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'lint-of-pages-'))
  onTestFinished(() => rm(tree, { recursive: true }))
  await mkdir(join(tree, dirname(path)), { recursive: true })
  await cp(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  await writeFile(join(tree, path), `const text = 'text'\n${code}\nexport { text }\n`)
  const { stdout } = await run(join(root, 'node_modules/.bin/oxlint'), ['--format=unix'], { cwd: tree }).catch(
    (error: unknown) => error as { stdout: string },
  )
  return stdout
}
