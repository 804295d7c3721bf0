import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assembleImage, type Program } from '@course-grading/bundle'
import { inRepository, readInfra } from './infra-files.ts'

const run = promisify(execFile)

/** The labels that whoever builds an image gives. */
const buildArguments = { SOURCE: 'https://example.org/source', REVISION: 'a-revision', VERSION: '0.0.0' }

/** The last stage of the Dockerfile by itself, with what the stages before it would have made in the build's context. */
function lastStage(dockerfile: string): string {
  const [, stage = ''] = dockerfile.split('\nFROM ${BASE_IMAGE}\n')
  return `ARG BASE_IMAGE\nFROM \${BASE_IMAGE}\n${stage.replaceAll('--from=build /', '')}`
}

/** What a container runtime reads of an image. */
interface ImageConfig {
  readonly Env: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly Healthcheck: { readonly Test: readonly string[] }
}

export interface BuiltImage {
  readonly config: ImageConfig
  /** The absolute path of its root file system, which others than root can read. */
  readonly root: string
}

/** Builds images as `build-images.sh` does, but with buildah in place of Docker and without its build stage. */
export class ImageBuilder {
  readonly #folder: string
  readonly #policy: string
  #count = 0

  constructor(folder: string) {
    this.#folder = folder
    this.#policy = join(folder, 'policy.json')
  }

  /** Makes what the images have in common: the base, and Node without its debugging symbols. */
  async prepare(): Promise<void> {
    await run('sh', [inRepository('infra/deploy/make-base.sh'), join(this.#folder, 'base-context/base')])
    await run('strip', ['-o', join(this.#folder, 'node'), process.execPath])
    // Where buildah is unpacked and not installed, there is no such file of the system.
    await writeFile(this.#policy, '{"default":[{"type":"insecureAcceptAnything"}]}')
    await writeFile(join(this.#folder, 'base-context/Dockerfile'), 'FROM scratch\nCOPY base/ /\n')
    await this.#buildah('bud', '--signature-policy', this.#policy, '--tag', 'base', join(this.#folder, 'base-context'))
  }

  async build(name: string, program: Program): Promise<BuiltImage> {
    const tag = `${name}-${(this.#count += 1)}`
    const context = join(this.#folder, 'context', tag)
    await mkdir(context, { recursive: true })
    await assembleImage(program, join(context, 'image'))
    await copyFile(join(this.#folder, 'node'), join(context, 'node'))
    await writeFile(join(context, 'Dockerfile'), lastStage(readInfra('Dockerfile')))
    const given = Object.entries({ BASE_IMAGE: 'localhost/base', SERVICE: name, ...buildArguments })
    const args = given.flatMap(([key, value]) => ['--build-arg', `${key}=${value}`])
    const how = ['--signature-policy', this.#policy, '--format', 'docker', '--isolation', 'chroot']
    await this.#buildah('bud', ...how, ...args, '--tag', tag, context)
    const inspected = JSON.parse(await this.#buildah('inspect', '--type', 'image', tag)) as {
      readonly Docker: { readonly config: ImageConfig }
    }
    await this.#buildah('from', '--signature-policy', this.#policy, '--name', tag, `localhost/${tag}`)
    const mounted = (await this.#buildah('mount', tag)).trim()
    const root = join(this.#folder, 'roots', tag)
    // The storage itself is closed to others than root.
    await cp(mounted, root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    await this.#buildah('rm', tag)
    await rm(context, { recursive: true })
    return { config: inspected.Docker.config, root }
  }

  async #buildah(...args: string[]): Promise<string> {
    const storage = ['--storage-driver', 'vfs', '--root', join(this.#folder, 'storage')]
    const state = ['--runroot', join(this.#folder, 'state'), '--registries-conf', '/dev/null']
    const env = { PATH: process.env['PATH'], HOME: this.#folder, LD_LIBRARY_PATH: process.env['UNPACKED_LIBRARIES'] }
    const { stdout } = await run('buildah', [...storage, ...state, ...args], { env, maxBuffer: 16 * 1024 * 1024 })
    return stdout
  }
}
