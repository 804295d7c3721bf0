import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { issueCodes } from '@course-grading/contracts/problems/issue-codes'
import { publicProblems } from '@course-grading/contracts/problems/public-problems'
import type { Page } from './page.ts'
import { publicDocument } from './reference/document.ts'

/** `docs/server/policy.mjs`, which is of another workspace. */
interface Policy {
  readonly scriptHashes: (site: string) => string[]
  readonly contentSecurityPolicy: (hashes: readonly string[]) => string
}
const require = createRequire(import.meta.url)

/** What the pages leave out of the public API; empty if they have all of it. */
export function missingPages(pages: readonly Page[]): string[] {
  const paths = new Set(pages.map(({ path }) => path))
  const operations = Object.values(publicDocument.paths).flatMap((methods) => Object.values(methods))
  const wanted = [
    ...operations.map(({ operationId }) => `reference/${operationId}`),
    ...Object.keys(publicProblems).map((code) => `errors/${code}`),
  ]
  const issues = pages.find(({ path }) => path === 'errors/issues')?.body ?? ''
  return [
    ...wanted.filter((path) => !paths.has(path)),
    ...issueCodes.filter((code) => !issues.includes(`\`${code}\``)).map((code) => `errors/issues: ${code}`),
    ...Object.keys(publicDocument.components.schemas).filter(
      (name) => !pages.some(({ path, body }) => path === 'reference/schemas' && body.includes(`## ${name}\n`)),
    ),
  ]
}

/** Rows of tables whose second cell, the meaning, is empty. */
export function rowsWithoutMeaning({ path, body }: Page): string[] {
  return [...body.matchAll(/^\| (`[^|]+) \|\s*\.?\s*\|/gm)].map(([, name]) => `${path}: ${name}`)
}

/** What is wrong with a built site, apart from its links, which the build checks. */
export function siteFaults(root: string, site: string): string[] {
  // The server's own code, since the site is served with what it computes.
  const { contentSecurityPolicy, scriptHashes } = require(join(root, 'docs/server/policy.mjs')) as Policy
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const faults = [
    read(join(site, 'policy.txt')) !== contentSecurityPolicy(scriptHashes(join(site, 'site'))) &&
      'policy.txt does not have the hashes of the inline scripts',
    read(join(site, 'site/reference/openapi/public-v1.json')) !==
      read(join(root, 'libs/contracts/openapi/public-v1.json')) &&
      'reference/openapi/public-v1.json differs from the committed document',
    read(join(site, 'site/download/course-settings.mjs.sha256')) !==
      `${createHash('sha256')
        .update(read(join(site, 'site/download/course-settings.mjs')))
        .digest('hex')}  course-settings.mjs\n` && 'the checksum of download/course-settings.mjs is not its own',
    read(join(site, 'site/404.html')) === '' && 'there is no page for unknown paths',
  ]
  return faults.filter((fault) => fault !== false)
}
