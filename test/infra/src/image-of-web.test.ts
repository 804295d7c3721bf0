import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { assembleImage, programPath, programs, typePath } from '@course-grading/bundle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'
import { type RunningImage, startImage } from './start-image.ts'

describe('the image of the web frontend', () => {
  it('has the program, the style sheet and what is built for browsers', async () => {
    const files = await readdir(folder, { recursive: true })
    expect(files).toEqual(
      expect.arrayContaining([programPath, typePath, 'src/assets/style.css', 'dist/islands/manifest.json']),
    )
  })

  it('draws its pages', async () => {
    expect(await ask('/sign-in')).toEqual([200, expect.stringMatching(/href="\/assets\/[0-9a-f]{16}-style\.css"/)])
  })

  it('serves the script of the grading page', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'dist/islands/manifest.json'), 'utf8')) as {
      readonly entries: { readonly grading: { readonly file: string } }
    }
    expect(await ask(`/assets/${manifest.entries.grading.file}`)).toEqual([200, expect.any(String)])
  })

  it('is live and ready on its port for operations alone, while frontend-internal is away', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await fetch(`http://127.0.0.1:${image?.opsPort}${path}`)).status).toBe(200)
      expect((await ask(path))[0]).toBe(404)
    }
  })

  it('has what colours code in a thread, and its grammars', async () => {
    const source = join(folder, 'colour.ts')
    const colouring = inRepository('services/web/src/colouring/colouring.ts')
    await writeFile(
      source,
      `import { createColourer } from ${JSON.stringify(colouring)}
      const colourer = createColourer({ budgetMs: 60_000 })
      const file = { fileId: 1, sha256: 'a', language: 'python', template: 'none', text: 'def f(): # c' } as const
      console.log([...(await colourer.colour([file])).values()].map(({ length }) => length > 3))
      await colourer.close()`,
    )
    const other = join(folder, 'colouring')
    await assembleImage({ entry: source, bundle: '', assets: programs.web.assets }, other)
    const { stdout } = await promisify(execFile)(process.execPath, [join(other, programPath)], { cwd: other })
    expect(stdout).toBe('[ true ]\n')
  })

  it('exits with 0 on SIGTERM', async () => {
    expect((await image?.stop())?.exitCode).toBe(0)
  })
})

let folder: string
let image: RunningImage | undefined
beforeAll(async () => {
  // Outside the checkout there is no node_modules in which the bundle could find what it lacks.
  folder = await mkdtemp(join(tmpdir(), 'image-of-web-'))
  await assembleImage(programs.web, folder)
  image = await startImage(folder, { PORT: '0', OPS_PORT: '0' })
})
afterAll(async () => {
  await image?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Asks as a browser does that knows the site by its public address. */
async function ask(path: string): Promise<[status: number | undefined, text: string]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>()
  request({ host: '127.0.0.1', port: image?.port, path, headers: { Host: '127.0.0.1:8080' } }, (reply) => {
    text(reply).then((received) => resolve([reply.statusCode, received]), reject)
  })
    .on('error', reject)
    .end()
  return await promise
}
