import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { dirname, join } from 'node:path'
import type { Plugin } from 'rolldown'

/**
 * Replaces each import of `node:http` by a module that exports only the plain values of `node:http`. A real import would evaluate
 * every export, and some of them load the web sockets of `fetch`, which costs each process 14 MB and 0.1 s (Node 26). `require`
 * stays as it is: it evaluates no export until one is used, and some packages read exports at run time, as undici reads
 * `maxHeaderSize`.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  resolveId: (id, _importer, { kind }) => (kind !== 'require-call' && /^(node:)?http$/.test(id) ? '\0node:http' : null),
  load: (id) => {
    if (id !== '\0node:http') return null
    const names = Object.entries(Object.getOwnPropertyDescriptors(http))
      .filter(([, descriptor]) => 'value' in descriptor)
      .map(([name]) => name)
    return `const http = process.getBuiltinModule('node:http')\nexport default http\nexport const { ${names.join(', ')} } = http`
  },
}

/** undici's own sign that only its stable parser of HTTP is wanted, as Node bundles it. */
export const constants = { esbuildDetection: 'true' }

const undiciPrefix = '\0undici:'

/**
 * Replaces the index of undici by the parts that services use, because the index also loads `fetch`, web sockets, caches and mocks.
 * If a service imports another name, the build fails.
 */
const partOfUndici: Plugin = {
  name: 'part-of-undici',
  resolveId: {
    order: 'pre',
    async handler(id, importer) {
      if (id !== 'undici') return null
      const index = await this.resolve(id, importer, { skipSelf: true })
      return index && `${undiciPrefix}${dirname(index.id)}`
    },
  },
  load: (id) => {
    if (!id.startsWith(undiciPrefix)) return null
    const file = (path: string): string => JSON.stringify(join(id.slice(undiciPrefix.length), 'lib', path))
    // `Object.assign` adds the request methods to dispatchers, as the index of undici does.
    return `
      import api from ${file('api/index.js')}
      import errors from ${file('core/errors.js')}
      import Dispatcher from ${file('dispatcher/dispatcher.js')}
      import Client from ${file('dispatcher/client.js')}
      import Pool from ${file('dispatcher/pool.js')}
      Object.assign(Dispatcher.prototype, api)
      export { Client, errors, Pool }`
  },
}

/**
 * Imports TypeBox by its names. Its default export is one object with everything in it, such as the parser of a schema
 * language, so that no part could be left out of the bundle.
 */
const wholeNamespaces: Plugin = {
  name: 'whole-namespaces',
  transform: {
    filter: { id: /\.ts$/ },
    handler: (code) => {
      const byName = code.replaceAll(/^import Type(, \{[^}]*\})? from 'typebox'$/gm, (_, names?: string) =>
        names === undefined
          ? "import * as Type from 'typebox'"
          : `import * as Type from 'typebox'; import ${names.slice(2)} from 'typebox'`,
      )
      return byName === code ? null : { code: byName, map: null }
    },
  },
}

/** Bundles JSON files as `JSON.parse` of their text. As JavaScript source, their syntax tree would take ten times their size. */
const parsedJson: Plugin = {
  name: 'parsed-json',
  load: async (id) => {
    if (!id.endsWith('.json')) return null
    const text = JSON.stringify(JSON.parse(await readFile(id, 'utf8')))
    return { code: `module.exports = JSON.parse(${JSON.stringify(text)})`, moduleType: 'js' }
  },
}

/**
 * Escapes every character outside ASCII in the bundle. V8 keeps the source in memory, and needs two bytes for each character of a
 * source that has any character beyond Latin-1.
 */
const asciiText: Plugin = {
  name: 'ascii-text',
  // `generateBundle`, since rolldown prints the text again after `renderChunk`.
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[^\0-\x7F]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

/** Plugins that make a bundled program start faster and use less memory, without a change of what it does. */
export const leanModules: readonly Plugin[] = [lazyBuiltins, partOfUndici, wholeNamespaces, parsedJson, asciiText]
