import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'

let folder: string
beforeEach(setUp)
afterEach(() => rmSync(folder, { recursive: true }))

describe('the tags of the images', () => {
  it('have the version and the commit', () => {
    build()
    expect(asked('build --tag')).toContainEqual(`registry.example.org/grading/web:1.2.3-${commit()}`)
  })

  it('are pinned as they were built', () => {
    build()
    run('pin-images.sh', 'registry.example.org/grading')
    const [built, pinned] = [asked('build --tag'), asked('inspect')]
    expect(built.length).toBeGreaterThan(5)
    expect(built.filter((image) => !pinned.includes(image))).toEqual([])
  })

  it('are others after the next commit, and while something is changed', () => {
    const before = tag()
    writeFileSync(join(folder, 'file'), 'other')
    const changed = tag()
    expect(changed).toMatch(new RegExp(`^${before}-[0-9a-f]{8}$`))
    writeFileSync(join(folder, 'other'), '')
    expect(tag()).not.toBe(changed)
    rmSync(join(folder, 'other'))
    git('commit', '--quiet', '--all', '--message', 'next')
    expect([tag() === before, tag()]).toEqual([false, `1.2.3-${commit()}`])
  })
})

const script = (name: string): string => join(folder, 'infra/deploy', name)
const env = (): Record<string, string> => ({ PATH: `${folder}/bin:${process.env['PATH']}`, LOG: join(folder, 'asked') })
const run = (name: string, ...args: string[]): string =>
  execFileSync(script(name), args, { env: env(), encoding: 'utf8' }).trim()
const tag = (): string => run('image-tag.sh')
const build = (): string => run('build-images.sh', 'registry.example.org/grading')
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
const commit = (): string => git('rev-parse', '--short=12', 'HEAD')

/** The images that Docker was asked for by a command. */
const asked = (command: string): string[] =>
  readFileSync(join(folder, 'asked'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith(`${command} `) ? [line.slice(command.length + 1)] : []))

/** A checkout with the scripts alone, and what stands in for Docker: it writes down the images that it was asked for. */
function setUp() {
  folder = mkdtempSync(join(tmpdir(), 'tags-'))
  mkdirSync(join(folder, 'infra/deploy'), { recursive: true })
  for (const name of ['image-tag.sh', 'build-images.sh', 'pin-images.sh'])
    cpSync(inRepository(`infra/deploy/${name}`), script(name))
  writeFileSync(script('images.env'), 'NODE_IMAGE=node\nPOSTGRES_BASE_IMAGE=postgres\n')
  writeFileSync(join(folder, 'package.json'), '{\n  "version": "1.2.3",\n  "private": true\n}\n')
  writeFileSync(join(folder, 'file'), '')
  writeFileSync(join(folder, '.gitignore'), 'bin\nasked\nimages.env\n')
  mkdirSync(join(folder, 'bin'))
  const docker = `#!/bin/sh
for last; do :; done
case "$*" in
  build*--tag*) while [ "$1" != --tag ]; do shift; done; echo "build --tag $2" >> "$LOG" ;;
  'image inspect'*) echo "inspect $last" >> "$LOG"; echo sha256:${'0'.repeat(64)} ;;
esac
`
  writeFileSync(join(folder, 'bin/docker'), docker)
  chmodSync(join(folder, 'bin/docker'), 0o755)
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
}
