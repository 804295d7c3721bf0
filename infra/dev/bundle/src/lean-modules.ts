import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { dirname, join } from 'node:path'
import type { Plugin } from 'rolldown'

/**
 * An import of `node:http` reads every export of it, also those that load the web sockets of `fetch`, which takes 14 MB and 0.1 s of
 * each process (Node 26). What is asked for by name here reads only the others. `require` reads none, and what it gives has all of
 * them: a package may look for one, as undici does for `maxHeaderSize`.
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

const undiciPrefix = '\0undici:'

/**
 * What services use of undici, without its `fetch`, web sockets, caches and mocks, which its index loads. A name that is missing here
 * fails the build.
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
    // The index itself gives dispatchers their methods in this way.
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

/** Data is read as JSON: as source, its syntax tree takes ten times its size while it is compiled. */
const parsedJson: Plugin = {
  name: 'parsed-json',
  load: async (id) => {
    if (!id.endsWith('.json')) return null
    const text = JSON.stringify(JSON.parse(await readFile(id, 'utf8')))
    return { code: `module.exports = JSON.parse(${JSON.stringify(text)})`, moduleType: 'js' }
  },
}

/** V8 keeps the source, with two bytes for each of its characters if one of them is not Latin. */
const asciiText: Plugin = {
  name: 'ascii-text',
  // When the text is finished: rolldown prints it anew after `renderChunk`.
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[^\0-\x7F]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

/** Makes a program start with less work and hold less memory, and changes nothing that it does. */
export const leanModules: readonly Plugin[] = [lazyBuiltins, partOfUndici, parsedJson, asciiText]
