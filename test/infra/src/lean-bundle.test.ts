import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assembleImage, bundleProgram, programPath, programs } from '@course-grading/bundle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
let code: string
beforeAll(setUp)
afterAll(() => rm(folder, { recursive: true }))

describe('a bundled service', () => {
  it('has a stand-in for each module that no program reaches, wherever its package keeps it now', () => {
    const leftOut = [...code.matchAll(/left out of the bundle: ([\w@./-]+)/g)].map(([, path]) => path)
    expect(leftOut.filter((path) => !path?.startsWith('iconv-lite/encodings/tables/')).toSorted()).toEqual([
      '@slonik/pg-driver/dist/index.js',
      '@slonik/sql-tag/dist/sqlFragmentFactories/createIntervalSqlFragment.js',
      'co-body/lib/form.js',
      'koa-body/dist/esm/utils/parse-with-formidable.js',
      'postcss/lib/postcss.js',
      'prom-client/lib/cluster.js',
      'prom-client/lib/pushgateway.js',
      'prom-client/lib/timeWindowQuantiles.js',
      'thread-stream/index.js',
      'undici/lib/dispatcher/client-h2.js',
      'undici/lib/web/fetch/body.js',
      'undici/lib/web/fetch/formdata.js',
      'undici/lib/web/webidl/index.js',
    ])
    expect(leftOut.length).toBeGreaterThan(10)
  })

  it('has nothing from these modules, and only the used parts of TypeBox', () => {
    const words =
      'IncomingForm miloPackage CssSyntaxError application/vnd.3gpp HTTP2_HEADER_ ScriptMapping parseDsn'.split(' ')
    expect(words.filter((word) => code.includes(word))).toEqual([])
  })

  it('is ASCII text, with at most 2.2 MB from packages', () => {
    expect(/[^\0-\x7F]/.test(code)).toBe(false)
    // The bundler names the module in a line before its text, as seen from the working directory.
    const modules = code.split(/^(?=\/\/ (?:\.\.\/)*(?:node_modules|libs|services)\/)/m)
    const ofPackages = modules.filter((text) => /^\/\/ (?:\.\.\/)*node_modules\//.test(text))
    expect(ofPackages.length).toBeGreaterThan(500)
    expect(ofPackages.join('').length).toBeLessThan(2_200_000)
  })
})

describe('an image', () => {
  it('says that its programs are ES modules, so that Node does not read them twice', async () => {
    const image = join(folder, 'image')
    await assembleImage(programs.migrate, image)
    expect(programPath.startsWith('dist/')).toBe(true)
    expect(JSON.parse(await readFile(join(image, 'dist/package.json'), 'utf8'))).toEqual({ type: 'module' })
  })
})

async function setUp() {
  folder = await mkdtemp(join(tmpdir(), 'lean-'))
  const bundle = join(folder, 'main.js')
  await bundleProgram({ entry: programs['frontend-internal'].entry, bundle })
  code = await readFile(bundle, 'utf8')
}
