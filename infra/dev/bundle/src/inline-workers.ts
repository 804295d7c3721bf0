import { dirname, join } from 'node:path'
import type { Plugin } from 'rolldown'

/** How a source says which module a thread runs: `new URL('./x-worker.ts', import.meta.url)`. */
const workerUrl = /new URL\('(?<path>\.\/[\w./-]+-worker\.ts)', import\.meta\.url\)/g

/**
 * Puts the modules that threads run into the bundle, each with all that it imports, as `data:` addresses. Beside the bundle
 * there is no file that they could be read from.
 */
export function inlineWorkers(bundleModule: (entry: string) => Promise<string>): Plugin {
  return {
    name: 'inline-workers',
    async transform(code, id) {
      let inlined = code
      for (const [expression, path = ''] of code.matchAll(workerUrl)) {
        const worker = fromAnywhere(await bundleModule(join(dirname(id), path)))
        const address = `data:text/javascript;base64,${Buffer.from(worker).toString('base64')}`
        inlined = inlined.replace(expression, () => `new URL('${address}')`)
      }
      return inlined === code ? null : { code: inlined, map: null }
    },
  }
}

/** A `data:` address is no place to require from. Only modules of Node itself are left to require, so that any file is one. */
const fromAnywhere = (code: string): string =>
  code.replaceAll('createRequire(import.meta.url)', "createRequire('file:///')")
