import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildSite, installSiteTools } from './build-site.ts'

export const root = resolve(import.meta.dirname, '../../../..')

/** Builds the site for the tests of a file, in a folder that goes with them. */
export function useBuiltSite(): () => string {
  let built = ''
  beforeAll(() => {
    installSiteTools(root)
    built = mkdtempSync(join(tmpdir(), 'site-'))
    buildSite(root, built)
  })
  afterAll(() => rmSync(built, { recursive: true }))
  return () => built
}
