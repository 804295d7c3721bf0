import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { fullRun } from '@course-grading/data/testing/full-run'
import { programNames, programPath } from '@course-grading/bundle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyBuildContext } from './build-context.ts'
import { parseDockerfile, type Instruction } from './dockerfile.ts'
import { inRepository, readInfra } from './infra-files.ts'

const title = `the build stage of the Dockerfile${fullRun ? '' : ' (left out: not a full run)'}`

describe.skipIf(!fullRun)(title, () => {
  let parent: string

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'image-build-'))
    await copyBuildContext(
      inRepository('.').replace(/\/\.?$/, ''),
      join(parent, 'context'),
      readInfra('Dockerfile.dockerignore'),
    )
  })

  afterAll(() => rm(parent, { recursive: true }))

  /** Does what Docker would do: copies files from the context and runs each command. */
  async function follow({ keyword, rest }: Instruction, service: string): Promise<void> {
    if (keyword === 'COPY') {
      const sources = rest.split(/\s+/).slice(0, -1)
      await Promise.all(
        sources.map((source) =>
          cp(join(parent, 'context', source), join(parent, 'src', source === '.' ? '' : basename(source)), {
            recursive: true,
          }),
        ),
      )
    } else if (keyword === 'RUN') {
      // The programs of this machine are used instead of those that the image of the build gets.
      if (rest.startsWith('apt-get update')) return
      const command = rest
        .replaceAll(' /image ', ` ${join(parent, 'image', service)} `)
        .replaceAll(/ \/(base|node) /g, ` ${parent}/made/$1 `)
      await promisify(execFile)('sh', ['-ec', command], {
        cwd: join(parent, 'src'),
        env: { ...process.env, CI: '1', SERVICE: service },
      })
    } else {
      expect(['WORKDIR', 'ARG']).toContain(keyword)
    }
  }

  it('builds every image from only the files that Docker gets', async () => {
    // The instructions before the argument are the same for all images, and Docker caches them.
    const argument = instructions.findIndex(({ keyword }) => keyword === 'ARG')
    for (const instruction of instructions.slice(0, argument)) await follow(instruction, '')
    for (const service of programNames) {
      for (const instruction of instructions.slice(argument)) await follow(instruction, service)
      expect(await readdir(join(parent, 'image', service), { recursive: true })).toContain(programPath)
      expect(await readFile(join(parent, `image/${service}.cdx.json`), 'utf8')).toContain('"CycloneDX"')
    }
  }, 600_000)

  it('fails without a service', async () => {
    const last = instructions.findLast(({ keyword }) => keyword === 'RUN')
    await expect(follow(last ?? { keyword: 'RUN', rest: 'true' }, '')).rejects.toMatchObject({ code: 1 })
  })
})

const { instructions = [] } = parseDockerfile(readInfra('Dockerfile'))[0] ?? {}
