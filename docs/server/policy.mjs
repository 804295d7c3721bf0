import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g

/** The hashes of every inline script of the built pages, as a policy names them, in a fixed order. */
export function scriptHashes(site) {
  const scripts = globSync('**/*.html', { cwd: site }).flatMap((page) =>
    [...readFileSync(join(site, page), 'utf8').matchAll(inlineScript)].map(([, text]) => text),
  )
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [...new Set(hashes)].sort()
}

/**
 * The Content-Security-Policy of the site. The search runs WebAssembly; Starlight colours code by attributes of style. Nothing
 * else may run, and nothing may be loaded from elsewhere.
 */
export function contentSecurityPolicy(hashes) {
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
