import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { writeSitePages } from './site-pages.ts'

/** The site could not be built; what the tools said is in the message. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
}

/** Installs what builds the site, where it is missing. It has a lockfile of its own and is not needed for anything else. */
export function installSiteTools(root: string): void {
  const docs = join(root, 'docs')
  const installed = join(docs, 'node_modules/.pnpm/lock.yaml')
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(join(docs, 'pnpm-lock.yaml')))) return
  run(root, docs, join(root, 'node_modules/.bin/pnpm'), [
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--config.confirm-modules-purge=false',
  ])
}

/** Writes the pages that follow from the code, and builds the site and the policy that it is served with into a folder. */
export function buildSite(root: string, into = join(root, 'docs/dist')): void {
  writeSitePages(root)
  writeDownload(root)
  buildPages(root, join(root, 'docs'), into)
}

/** Puts the command for teachers into the site's sources, with its checksum as `sha256sum --check` reads it. */
export function writeDownload(root: string): void {
  run(root, root, process.execPath, [join(root, 'infra/dev/bundle/src/main.ts'), 'settings-cli'])
  const file = 'course-settings.mjs'
  const folder = join(root, 'docs/public/download')
  cpSync(join(root, 'libs/settings-cli/dist', file), join(folder, file))
  const checksum = createHash('sha256').update(readFileSync(join(folder, file)))
  writeFileSync(join(folder, `${file}.sha256`), `${checksum.digest('hex')}  ${file}\n`)
}

/** Builds what stands in a folder of pages. */
export function buildPages(root: string, docs: string, into: string): void {
  run(root, docs, join(root, 'docs/node_modules/.bin/astro'), ['build', '--outDir', join(into, 'site')])
  run(root, docs, process.execPath, [join(root, 'docs/server/write-policy.mjs'), into])
}

function run(root: string, cwd: string, program: string, args: readonly string[]): void {
  // The Node that runs the product comes first in the path: an older one could not build the site.
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    // Vitest sets DEV, and others may: a site that takes itself for one under development has no search.
    env: {
      ...process.env,
      PATH: path,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_DISABLE_COMPILE_CACHE: '1',
      NODE_ENV: 'production',
      DEV: undefined,
      MODE: undefined,
      PROD: undefined,
      SSR: undefined,
      VITEST: undefined,
    },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0)
    throw new SiteError(`${program} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}\n${stdout}${stderr}`)
}
