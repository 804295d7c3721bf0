import type { Plugin } from 'rolldown'

/**
 * Modules of packages that no program reaches, by the ends of their paths. `names` are the exports of an ES module. `members`
 * are the members of a CommonJS module's export if that is not a function. With neither, nothing refers to the exports before
 * the module is reached.
 */
interface Unreached {
  readonly path: RegExp
  readonly names?: readonly string[]
  readonly members?: readonly string[]
  readonly isFunction?: true
}

const unreached: readonly Unreached[] = [
  // Slonik's own driver, and intervals: libs/data has a driver of its own, and no statement has an interval as a value.
  { path: /\/@slonik\/pg-driver\/dist\/index\.js$/, names: ['createPgDriverFactory'] },
  { path: /\/createIntervalSqlFragment\.js$/, names: ['createIntervalSqlFragment'] },
  // HTTP/2 and bodies of requests: the learning platform is called by GET over HTTP/1.1.
  { path: /\/undici\/lib\/dispatcher\/client-h2\.js$/, isFunction: true },
  { path: /\/undici\/lib\/web\/(?:fetch\/body|fetch\/formdata|webidl\/index)\.js$/ },
  // Threads for the log: its lines are made and written by the process itself.
  { path: /\/thread-stream\/index\.js$/, isFunction: true },
  // Forms: bodies are JSON and CSV, which are read as text.
  { path: /\/koa-body\/dist\/esm\/utils\/parse-with-formidable\.js$/, names: ['default'] },
  { path: /\/co-body\/lib\/form\.js$/, isFunction: true },
  // Encodings of East Asia: bodies are read as latin1.
  { path: /\/iconv-lite\/encodings\/tables\/[\w-]+\.json$/ },
  // Metrics of several processes, sent to a gateway, or with quantiles: a process answers for itself, with sums and counts.
  { path: /\/prom-client\/lib\/(?:cluster|pushgateway|timeWindowQuantiles)\.js$/, isFunction: true },
  // Styles: feedback has none.
  { path: /\/postcss\/lib\/postcss\.js$/, members: ['parse'] },
]

/** Media types of bodies. Koa and its parser look up no others. */
const mediaTypes = [
  'application/json',
  'application/merge-patch+json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/zip',
  'multipart/form-data',
  'text/csv',
  'text/html',
  'text/plain',
]
const mediaTypeTable = `module.exports = ${JSON.stringify(Object.fromEntries(mediaTypes.map((type) => [type, { source: 'iana' }])))}`

/**
 * The text of a module that stands for one that no program reaches, so that less is read at the start and kept in memory; undefined for
 * any other module. Reaching it nevertheless throws an error that names it.
 */
function replacementOf(id: string): string | undefined {
  if (id.endsWith('/mime-db/db.json')) return mediaTypeTable
  const module = unreached.find(({ path }) => path.test(id))
  if (module === undefined) return undefined
  const failure = `throw new Error(${JSON.stringify(`left out of the bundle: ${id.split('/node_modules/').at(-1)}`)})`
  const failing = `() => { ${failure} }`
  if (module.names) return module.names.map((name) => exportOf(name, failing)).join('\n')
  if (module.members) return `module.exports = { ${module.members.map((name) => `${name}: ${failing}`).join(', ')} }`
  return module.isFunction ? `module.exports = function () { ${failure} }` : failure
}

const exportOf = (name: string, value: string): string =>
  name === 'default' ? `export default ${value}` : `export const ${name} = ${value}`

/** Replaces modules of packages that no program reaches. */
const unreachedModules: Plugin = {
  name: 'unreached-modules',
  load: (id) => {
    const code = replacementOf(id)
    return code === undefined ? null : { code, moduleType: 'js' }
  },
}

/**
 * Leaves zod out of Slonik, which makes one schema of it at the start, for `sql.unsafe`. No statement uses `sql.unsafe`, since
 * each has a row schema of ours.
 */
const slonikWithoutZod: Plugin = {
  name: 'slonik-without-zod',
  resolveId: (id, importer) => (id === 'zod' && importer?.includes('/@slonik/') ? '\0no-zod' : null),
  load: (id) => (id === '\0no-zod' ? 'export const z = { unknown: () => undefined }' : null),
}

/**
 * Programs work without these two plugins. Then public-api, frontend-internal and manual-grading take 0.63, 0.81 and 0.60 s of CPU time
 * until they are ready instead of 0.42, 0.60 and 0.55, have 111, 180 and 105 MB after a thousand requests instead of 111, 171 and 101, and
 * bundles of 3.2, 5.8 and 3.1 MB instead of 2.1, 4.1 and 1.9 (28 November 2026, two cores).
 */
export const withoutUnreached: readonly Plugin[] = [unreachedModules, slonikWithoutZod]
