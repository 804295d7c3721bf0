import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsBelow, commandsOf } from '../guide-commands.ts'
import { inRepository } from '../infra-files.ts'
import { Overlays } from './overlays.ts'

describe('the guide for Kubernetes', { timeout: 300_000 }, () => {
  it('has commands that work one after the other', () => {
    const commands = commandsOf('kubernetes')
    expect(commands.length).toBeGreaterThan(25)
    const failed = commands.map((command) => ({ command, ...run(command) })).filter(({ status }) => status !== 0)
    expect(failed.map(({ command, stderr }) => `${command}: ${stderr}`)).toEqual([])
  })

  it('changes the keys once more with the same commands', () => {
    const rings = ['session_keys', 'capability_keys'].map((name) => join(folder, 'secrets', name))
    const idsOf = () => rings.map((file) => readFileSync(file, 'utf8').replace(/:.*/, ''))
    const before = idsOf()
    const failed = commandsBelow('kubernetes', 'A key ring').filter((command) => run(command).status !== 0)
    expect(failed).toEqual([])
    expect([before, idsOf()]).toEqual([
      [expect.stringMatching(/^k2-/), expect.stringMatching(/^k2-/)],
      [expect.stringMatching(/^k3-/), expect.stringMatching(/^k3-/)],
    ])
  })
})

let folder: string
beforeAll(setUp)
afterAll(() => rmSync(folder, { recursive: true }))

/** What is replaced, because it needs Docker, a cluster, or what only an operator has. */
const replaced: readonly (readonly [string, string])[] = [
  ['cd course-grading/infra/deploy', ':'],
  ['./pin-images.sh', ':'],
  ['PUSH=1 ./build-images.sh', ':'],
  ['kubernetes/smoke.sh', ':'],
  // The operator answers what has no value.
  ['cp kubernetes/production/cluster.env.example', ': # answered'],
  ['cp kubernetes/recovery/cluster.env.example', ': # answered'],
]

function run(command: string): { readonly status: number | null; readonly stderr: string } {
  const [from, to] = replaced.find(([prefix]) => command.startsWith(prefix)) ?? ['', '']
  return spawnSync('bash', ['-o', 'pipefail', '-c', `${to}${command.slice(from.length)}`], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${join(folder, 'stand-in')}:${process.env['PATH']}` },
  })
}

function setUp() {
  folder = mkdtempSync(join(tmpdir(), 'guide-'))
  const overlays = new Overlays(folder)
  for (const name of ['make-secrets.sh', 'make-alert-receiver.sh', 'rotate-ring.sh', '.env.example'])
    cpSync(inRepository(`infra/deploy/${name}`), join(folder, name))
  overlays.write('kubernetes/production/settings.env', '')
  for (const name of ['api', 'docs'])
    for (const part of ['fullchain', 'privkey']) overlays.write(`${name}-${part}.pem`, '')
  for (const name of ['access_key_id', 'secret_access_key', 'erasures.jsonl']) overlays.write(name, 'x')
  // What renders is kubectl's own; what would go to the cluster is read and counted as done.
  const script = `#!/bin/sh
case "$1 $*" in
  kustomize*|*--dry-run=client*|*--local*) exec ${folder}/bin/kubectl "$@" ;;
  apply*) case "$*" in *'--filename -'*) grep -c ^kind: > /dev/null ;; esac ;;
esac`
  overlays.write('stand-in/kubectl', script)
  chmodSync(join(folder, 'stand-in/kubectl'), 0o755)
}
