import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite, installSiteTools } from './build-site.ts'
import { siteFaults } from './check-pages.ts'

const root = resolve(import.meta.dirname, '../../../..')
let site: string

beforeAll(() => {
  installSiteTools(root)
  site = mkdtempSync(join(tmpdir(), 'site-'))
  buildSite(root, site)
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

describe('the built site', () => {
  it('has no broken link, the policy of its own scripts, and the document of the public API byte for byte', () => {
    expect(siteFaults(root, site)).toEqual([])
  })

  it('is found faulty when a script has changed since its policy was computed', () => {
    appendFileSync(join(site, 'site/index.html'), '<script>changed()</script>')
    expect(siteFaults(root, site)).toEqual(['policy.txt does not have the hashes of the inline scripts'])
  })

  it('is found faulty when the document of the public API is another one', () => {
    writeFileSync(join(site, 'site/reference/openapi/public-v1.json'), '{}')
    expect(siteFaults(root, site)).toContain('reference/openapi/public-v1.json differs from the committed document')
  })
})
