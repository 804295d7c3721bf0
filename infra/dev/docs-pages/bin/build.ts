import { resolve } from 'node:path'
import { buildSite, installSiteTools, SiteError } from '../src/build-site.ts'

// Builds the documentation site into docs/dist. Exit code 1 if a page has a broken link or a tool fails.
const root = resolve(import.meta.dirname, '../../../..')
try {
  process.stdout.write('Installing what builds the site, if it is missing (some 190 MB) …\n')
  installSiteTools(root)
  process.stdout.write('Building the site …\n')
  buildSite(root)
  process.stdout.write('docs/dist has the site.\n')
} catch (error) {
  if (!(error instanceof SiteError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
