import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dummyImages } from './image-pins.ts'
import { inRepository } from './infra-files.ts'
import { localText, ProcessDeployment } from './process-deployment.ts'
import { parseEnvFile } from './production-environment.ts'

const run = promisify(execFile)

const quietly = '--silent --show-error --insecure'

/** What a command of the guide becomes on a machine without Docker and without registries; all else is run as it stands. */
const replaced = (folder: string, https: number): readonly (readonly [string, string])[] => [
  [
    'git clone https://git.example.org/course-grading.git',
    `mkdir -p course-grading/infra && cp -R ${inRepository('infra/deploy')} course-grading/infra/`,
  ],
  ['./pin-images.sh', `cp ${folder}/images.env images.env #`],
  ['./build-images.sh', 'true #'],
  ['./replace-public-api.sh', 'true #'],
  ['docker volume ', 'true '],
  ['sudo ', ''],
  ['/path/to/', `${folder}/certificate/`],
  [
    'curl --include https://grading.example.org/',
    `curl ${quietly} --include --header 'Host: grading.example.org' https://127.0.0.1:${https}/`,
  ],
  [
    'curl https://grading.example.org/',
    `curl ${quietly} --header 'Host: grading.example.org' https://127.0.0.1:${https}/`,
  ],
  [
    'curl --insecure https://localhost:8443/',
    `curl ${quietly} --header 'Host: localhost:8443' https://127.0.0.1:${https}/`,
  ],
]

export interface Outcome {
  readonly command: string
  readonly output: string
  readonly ms: number
}

/** A machine in an empty directory, on which an operator types the guide's commands; processes stand in place of containers. */
export class GuideMachine {
  readonly #folder: string
  readonly #deployment: ProcessDeployment
  readonly #env: Record<string, string> = {}
  #cwd: string

  constructor(folder: string, programs: string) {
    this.#folder = folder
    this.#cwd = join(folder, 'empty')
    this.#deployment = new ProcessDeployment(folder, programs)
  }

  async prepare(): Promise<void> {
    for (const name of ['empty', 'certificate']) mkdirSync(join(this.#folder, name))
    writeFileSync(join(this.#folder, 'images.env'), dummyImages)
    const certificate = join(this.#folder, 'certificate')
    await run(inRepository('infra/deploy/make-demo-certificate.sh'), [certificate])
    copyFileSync(join(certificate, 'tls_certificate'), join(certificate, 'fullchain.pem'))
    copyFileSync(join(certificate, 'tls_key'), join(certificate, 'privkey.pem'))
    await this.#deployment.prepare()
  }

  /** Types one command. Rejects if it fails. */
  async type(command: string): Promise<Outcome> {
    const startedAt = performance.now()
    const output = await this.#typed(command)
    return { command, output, ms: Math.round(performance.now() - startedAt) }
  }

  /** The ports of this machine in place of a container's. */
  portOf(address: string): number {
    return this.#deployment.ports.get(address) ?? NaN
  }

  end(): Promise<void> {
    return this.#deployment.down()
  }

  async #typed(command: string): Promise<string> {
    const [word = '', ...words] = command.split(' ')
    if (word === 'cd') {
      this.#cwd = join(this.#cwd, words.join(' '))
      return ''
    }
    if (word === 'export') {
      Object.assign(this.#env, parseEnvFile(words.join('\n')))
      return ''
    }
    if (!command.startsWith('docker compose ')) return await this.#shell(this.#replace(command))
    const [compose = '', ...pipe] = command.split(' | ')
    const output = await this.#compose(compose.split(' ').slice(2))
    if (pipe.length === 0) return output
    const file = join(this.#folder, 'piped')
    writeFileSync(file, output)
    return await this.#shell(`cat ${file} | ${pipe.join(' | ')}`)
  }

  #replace(command: string): string {
    const table = replaced(this.#folder, this.#deployment.httpsPort)
    return table.reduce((text, [of, by]) => text.replace(of, () => by), command)
  }

  async #shell(command: string): Promise<string> {
    const env = { ...this.#deployment.environment(), ...this.#env }
    const { stdout } = await run('bash', ['-euc', command], { cwd: this.#cwd, env, maxBuffer: 1e8 })
    return stdout
  }

  async #compose(words: readonly string[]): Promise<string> {
    const files: string[] = []
    const profiles = (this.#env['COMPOSE_PROFILES'] ?? '').split(',').filter((profile) => profile !== '')
    const rest = [...words]
    while (rest[0]?.startsWith('-') === true) {
      const [option, value = ''] = rest.splice(0, 2)
      ;(option === '--profile' ? profiles : files).push(value)
    }
    const [verb, ...args] = rest
    const [, ...overrides] = files
    const dotenv = Object.assign(
      {},
      ...(this.#env['COMPOSE_ENV_FILES'] ?? '.env')
        .split(',')
        .map((file) => parseEnvFile(readFileSync(join(this.#cwd, file), 'utf8'))),
    ) as Record<string, string>
    const names = args.filter((word) => !word.startsWith('-'))
    const isNewlyMade = args.includes('--force-recreate')
    if (verb === 'up')
      return await this.#deployment.up({ folder: this.#cwd, overrides, profiles, dotenv, names, isNewlyMade })
    if (verb === 'ps') return this.#deployment.list()
    if (verb === 'logs') return this.#deployment.logs(names.filter((name) => !/^\d+h$/.test(name)))
    if (verb === 'down') return await this.#deployment.down().then(() => '')
    if (verb !== 'exec') throw new Error(`the guide's docker compose ${verb} is not known here`)
    const [service = '', ...command] = args.filter((word, index) => index > 0 || word !== '-T')
    return await this.#exec(service, command.join(' '))
  }

  async #exec(service: string, command: string): Promise<string> {
    const { cwd, env } = this.#deployment.insideOf(service)
    const inside = localText(command, this.#deployment.ports)
      .replace('/docker-entrypoint-initdb.d/owner.sh', join(this.#cwd, 'postgres/owner.sh'))
      .replace('/backup.sh', join(this.#cwd, 'postgres/backup.sh'))
      .replace(/^node /, `${process.execPath} `)
    const { stdout } = await run('bash', ['-euc', inside], { cwd: cwd ?? this.#cwd, env })
    return stdout
  }
}
