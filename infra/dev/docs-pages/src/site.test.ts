import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildPages } from './build-site.ts'
import { root, useBuiltSite } from './built-site.fixture.ts'
import { siteFaults } from './check-pages.ts'

const built = useBuiltSite()

describe('the built site', () => {
  it('has the policy of its own scripts, and the document of the public API byte for byte', () => {
    expect(siteFaults(root, built())).toEqual([])
  })

  it('is not built with a broken link', () => {
    // Below the site's own folder, where its tools are found.
    mkdirSync(join(root, 'docs/generated'), { recursive: true })
    const docs = mkdtempSync(join(root, 'docs/generated/seeded-'))
    onTestFinished(() => rmSync(docs, { recursive: true }))
    for (const part of ['astro.config.mjs', 'package.json', 'src/content.config.mjs', 'src/styles'])
      cpSync(join(root, 'docs', part), join(docs, part), { recursive: true })
    mkdirSync(join(docs, 'src/content/docs'), { recursive: true })
    writeFileSync(join(docs, 'src/content/docs/index.md'), '---\ntitle: Start\n---\n\n[nowhere](/no-such-page/)\n')
    expect(() => buildPages(root, docs, join(docs, 'dist'))).toThrow('no-such-page')
  })
})
