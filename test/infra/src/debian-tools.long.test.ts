import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inRepository } from './infra-files.ts'

/** All programs that the script needs, besides apt. */
const needed = ['bash', 'dirname', 'head', 'mkdir', 'mktemp', 'rm', 'touch', 'uname']

/** Stand-ins for apt, with which each package has one program of its own name. */
const apt = {
  'apt-get': 'echo "$3" >> "$ASKED"; : > "$3_1_all.deb"',
  'dpkg-deb':
    'program=$3/usr/sbin/${2%%_*}; mkdir -p "$3/usr/sbin"; echo "#!/bin/sh" > "$program"; chmod +x "$program"',
}

describe('with-debian-tools.sh', () => {
  it('runs the command with programs of packages that it unpacks once', () => {
    const { run, asked } = makeCheckout(apt)
    const first = run('command -v nginx')
    expect(first.stdout).toMatch(
      /^== nginx comes from Debian's package nginx$[^]*\/\.local\/debian-tools\/\S+\/usr\/sbin\/nginx\n$/m,
    )
    expect(asked()).toContain('nginx')
    const before = asked()
    expect([run('command -v nginx').stdout, asked()]).toEqual([first.stdout, before])
  })

  it('fetches a package again that was unpacked only in part', () => {
    const { run, asked } = makeCheckout({
      ...apt,
      'dpkg-deb': `${apt['dpkg-deb']}; [ -e "$ASKED.twice" ] || { : > "$ASKED.twice"; exit 1; }`,
    })
    expect(run(':').stdout).toContain('promtool is not here')
    expect(run(':').stdout).toContain('promtool comes from')
    expect(asked().filter((name) => name === 'prometheus')).toHaveLength(2)
  })

  const without = [
    ['there is no apt', {}],
    ['apt has no network', { ...apt, 'apt-get': 'exit 100' }],
  ] as const
  it.each(without)('says what is left out when %s, and runs the command', (_case, programs) => {
    const { stdout, stderr, status } = makeCheckout(programs).run('exit 3')
    expect(stdout).toContain('== nginx is not here: what needs it is left out')
    expect([stderr, status]).toEqual(['', 3])
  })
})

interface Checkout {
  readonly run: (command: string) => {
    readonly stdout: string
    readonly stderr: string
    readonly status: number | null
  }
  /** The packages that were requested from apt. */
  readonly asked: () => string[]
}

/** A repository for the script, with a space in its path, on a machine that has these programs and no others. */
function makeCheckout(programs: Readonly<Record<string, string>>): Checkout {
  const root = mkdtempSync(join(tmpdir(), 'course grading '))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const [bin, script, log] = [
    join(root, 'bin'),
    join(root, 'infra/dev/checks/with-debian-tools.sh'),
    join(root, 'asked'),
  ]
  mkdirSync(bin)
  cpSync(inRepository('infra/dev/checks/with-debian-tools.sh'), script)
  for (const name of needed)
    symlinkSync(spawnSync('bash', ['-c', `type -P ${name}`], { encoding: 'utf8' }).stdout.trim(), join(bin, name))
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return {
    // If its standard input were a socket, bash would read the settings of whoever runs it.
    run: (command) =>
      spawnSync(join(bin, 'bash'), [script, 'bash', '-c', command], {
        env: { PATH: bin, ASKED: log },
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
      }),
    asked: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  }
}
