import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseCompose } from './compose/compose.ts'
import { inRepository, readInfra } from './infra-files.ts'
import { environmentOf, parseEnvFile } from './production-environment.ts'
import { serviceNamed } from './services.ts'

describe('rotate-ring.sh', () => {
  it.each([
    ['session_keys', 'frontend-internal'],
    ['capability_keys', 'manual-grading'],
  ])('gives %s that %s accepts after each step, however often and while the clock stands still', (ring, service) => {
    rmSync(folder, { recursive: true })
    execFileSync(inRepository('infra/deploy/make-secrets.sh'), [folder])
    replace('date', 'echo 20261128-093000')
    for (const round of [1, 2])
      for (const step of steps) {
        expect({ round, step, ...rotate(step, ring) }).toMatchObject({ status: 0 })
        expect({ round, step, problems: problemsOf(service) }).toMatchObject({ problems: [] })
      }
    expect(idsOf(ring)).toEqual(['k3-20261128-093000'])
  })

  it('lets the new key open, then seal, then stand alone', () => {
    rotate('add')
    const [former, added] = keysOf()
    rotate('use')
    expect(keysOf()).toEqual([added, former])
    rotate('drop')
    expect(keysOf()).toEqual([added])
  })

  it('knows the newer key where the clock went back', () => {
    writeRing('k2-20261128-093000:KEY')
    replace('date', 'echo 20010101-000000')
    for (const step of steps) rotate(step)
    expect(idsOf()).toEqual(['k3-20010101-000000'])
  })

  it('goes on from the ids of the former guide', () => {
    writeRing('k2:KEY\n')
    rotate('add')
    expect(idsOf()).toEqual(['k2', expect.stringMatching(/^k3-\d{8}-\d{6}$/)])
  })

  it.each([1, 2, 3])('changes nothing by a second run of step %i', (count) => {
    const done = steps.slice(0, count)
    for (const step of done) rotate(step)
    const before = readRing()
    expect(rotate(done.at(-1)!).status).toBe(0)
    expect(readRing()).toBe(before)
  })

  it.each([
    ['add', 'chmod'],
    ['add', 'sync'],
    ['add', 'mv'],
    ['use', 'mv'],
    ['drop', 'mv'],
  ])('leaves the ring as it was when %s is killed before its %s, and goes on with it', (step, program) => {
    for (const earlier of steps.slice(0, steps.indexOf(step))) rotate(earlier)
    const before = readRing()
    const restore = replace(program, 'kill -9 $PPID')
    expect(rotate(step).signal).toBe('SIGKILL')
    expect(readRing()).toBe(before)
    restore()
    expect(rotate(step).status).toBe(0)
    expect(readRing()).not.toBe(before)
    expect(readdirSync(folder)).toEqual(['session_keys'])
  })

  it.each([
    ['drop', 'one whose new key does not seal yet', 'k1:KEY,k2:KEY', 'use it first'],
    ['add', 'one that still has former keys', 'k2:KEY,k1:KEY', 'drop them first'],
    ['use', 'one whose ids have no numbers', 'main:KEY,other:KEY', 'do not tell which key is the newest'],
    ['add', 'what is no ring', 'k1:short', 'is no key ring'],
    ['add', 'an empty file', '', 'is no key ring'],
  ])('refuses to %s %s', (step, _what, text, why) => {
    writeRing(text)
    const before = readRing()
    expect(rotate(step)).toMatchObject({ status: 1, stderr: expect.stringContaining(why) })
    expect(readRing()).toBe(before)
  })

  it("lets the container's user read the file", () => {
    rotate('add')
    expect(statSync(join(folder, 'session_keys')).mode & 0o777).toBe(0o444)
  })
})

const steps = ['add', 'use', 'drop']

let folder: string
let programs: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotate-ring-'))
  programs = mkdtempSync(join(tmpdir(), 'programs-'))
  writeRing('k1:KEY')
})
afterEach(() => {
  for (const each of [folder, programs]) rmSync(each, { recursive: true })
})

const compose = parseCompose(readInfra('compose.yaml'))
const dotenv = parseEnvFile(readInfra('.env.example'))
const problemsOf = (service: string) =>
  serviceNamed(service)?.problemsOf(environmentOf(compose, service, dotenv, folder))

const readRing = (ring = 'session_keys'): string => readFileSync(join(folder, ring), 'utf8')
const keysOf = (ring?: string): string[] => readRing(ring).split(',')
const idsOf = (ring?: string): string[] => keysOf(ring).map((key) => key.split(':')[0] ?? '')

function writeRing(text: string): void {
  const keys = text.replaceAll('KEY', () => randomBytes(32).toString('base64'))
  writeFileSync(join(folder, 'session_keys'), keys)
}

/** Puts a script in place of a program that rotate-ring.sh runs, and gives what takes it away. */
function replace(program: string, script: string): () => void {
  writeFileSync(join(programs, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return () => rmSync(join(programs, program))
}

function rotate(step: string, ring = 'session_keys') {
  const env = { PATH: `${programs}:${process.env['PATH']}` }
  return spawnSync(inRepository('infra/deploy/rotate-ring.sh'), [step, ring, folder], { encoding: 'utf8', env })
}
