import { spawn } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'
import { installSiteTools, writeDownload } from '../src/build-site.ts'
import { writeSitePages } from '../src/site-pages.ts'

// Shows the site while its pages are written; it is built again with each change. Search works only in a built site.
const root = resolve(import.meta.dirname, '../../../..')
installSiteTools(root)
writeSitePages(root)
writeDownload(root)
spawn(join(root, 'docs/node_modules/.bin/astro'), ['dev', ...process.argv.slice(2)], {
  cwd: join(root, 'docs'),
  env: {
    ...process.env,
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
    ASTRO_TELEMETRY_DISABLED: '1',
  },
  stdio: 'inherit',
}).once('close', (code) => {
  process.exitCode = code ?? 1
})
