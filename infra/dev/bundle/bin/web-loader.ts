import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import './tsx-loader.ts'
import { buildIslands, webIslands } from '../src/build-islands.ts'

// `node --import` this to run the web frontend from its sources: it loads TSX, and builds the islands if they have changed.
if (process.env['WATCH_REPORT_DEPENDENCIES'] !== undefined) {
  // To `node --watch` a browser's modules are nobody's imports; it starts the process again when a file of these changes.
  const files = globSync('**/*.{ts,tsx}', { cwd: webIslands.sources }).map((file) => join(webIslands.sources, file))
  process.send?.({ 'watch:import': files.map((file) => pathToFileURL(file).href) })
}
await buildIslands()
