import { describe, expect, it } from 'vitest'
import * as archiveRules from './archive-rules.ts'
import { composeMistakes } from './compose-mistakes.ts'
import { interpolate, interpolatedNames, layOver, parseCompose } from './compose.ts'
import * as configurationRules from './configuration-rules.ts'
import { specificationProblems } from './compose-specification.ts'
import { composeOnly } from './env-example.ts'
import * as hardeningRules from './hardening-rules.ts'
import { expectedServices } from './expected-deployment.ts'
import { dummyImages, pinProblems } from './image-pins.ts'
import { readInfra } from './infra-files.ts'
import * as networkRules from './network-rules.ts'
import type { ComposeRule } from './rule.ts'
import * as secretRules from './secret-rules.ts'
import { services } from './services.ts'

describe('the compose file', () => {
  it.each(Object.entries(composeRules))('keeps the rule %s', (_name, rule) => {
    expect(rule(parseCompose(text))).toEqual([])
  })

  it.each(overrides)('keeps every rule under %s', (override) => {
    const compose = layOver(parseCompose(text), readInfra(override))
    expect(Object.values(composeRules).flatMap((rule) => rule(compose))).toEqual([])
  })

  it.each(['compose.yaml', ...overrides, ...waysIn.map(([file]) => file)])(
    'has in %s only what the specification of Compose knows',
    (file) => {
      expect(specificationProblems(readInfra(file))).toEqual([])
    },
  )

  it.each(waysIn)('has in %s one way in from another host, and nothing else', (file, opened) => {
    const compose = layOver(parseCompose(text), readInfra(file))
    const found = Object.values(composeRules).flatMap((rule) => rule(compose))
    expect(found.toSorted()).toEqual(opened)
  })

  it('is rendered only with a digest for each image', () => {
    const images = [...imageNames].toSorted()
    expect(images.every((name) => interpolatedNames(text).includes(name))).toBe(true)
    expect(() => interpolate(parseCompose(text).services['docs']?.image ?? '', {})).toThrow('DOCS_IMAGE is required')
    expect(pinProblems(dummyImages, images)).toEqual([])
  })

  it('uses only variables that a service knows or that are its own', () => {
    const known = new Set([
      ...composeOnly,
      ...services.flatMap(({ variables }) => variables.flatMap(({ name, formerName }) => [name, formerName])),
    ])
    const names = [text, ...[...overrides, ...waysIn.map(([file]) => file)].map(readInfra)]
      .flatMap(interpolatedNames)
      .filter((name) => !imageNames.has(name))
    expect(names).toContain('UPSTREAM_BASE_URL')
    expect(names.filter((name) => !known.has(name))).toEqual([])
    expect(composeOnly.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('the rules of the compose file', () => {
  it.each(Object.entries(composeRules))('%s reports its mistakes', (name, rule) => {
    expect(composeMistakes[name]).not.toBeUndefined()
    for (const [right, wrong, problem] of composeMistakes[name] ?? []) {
      expect(text).toContain(right)
      expect(rule(parseCompose(text.replace(right, wrong)))).toContain(problem)
    }
  })

  it.each(['  restarts: always', '  volume: [database]', '  mem_limit: [1]'])('do not accept "%s"', (line) => {
    expect(specificationProblems(text.replace('  docs:\n', `  docs:\n  ${line}\n`))).not.toEqual([])
  })

  it.each([
    ['a tag', 'DOCS_IMAGE=course-grading/docs:0.1.0', 'DOCS_IMAGE: course-grading/docs:0.1.0 has no digest'],
    ['nothing', '', 'DOCS_IMAGE: is not set'],
  ])('find %s in place of a digest', (_what, line, problem) => {
    expect(pinProblems(dummyImages.replace(/^DOCS_IMAGE=.*$/m, line), [...imageNames])).toEqual([problem])
  })

  it.each(['privileged: true', 'network_mode: host', 'env_file: .env', 'pid: host', 'devices: [/dev/mem]'])(
    'do not accept "%s"',
    (line) => {
      const image = 'image: ${PUBLIC_API_IMAGE:?run build-images.sh and pin-images.sh}'
      expect(() => parseCompose(text.replace(image, `${image}\n    ${line}`))).toThrow('/services')
    },
  )
})

const composeRules: Readonly<Record<string, ComposeRule>> = {
  ...archiveRules,
  ...configurationRules,
  ...hardeningRules,
  ...networkRules,
  ...secretRules,
}
const text = readInfra('compose.yaml')
const imageNames = new Set(Object.values(expectedServices).map(({ image }) => image))
const overrides = ['frontend', 'lti', 'manual-grading'].map((name) => `compose.rotate-${name}-secret.yaml`)

/** The override files for other hosts, and what the rules say of each: all that it opens. */
const waysIn = [
  [
    'compose.outside-frontend.yaml',
    ['proxy: must not join frontend', 'proxy: must not publish 8445:8445', 'proxy: must not see frontend_authority'],
  ],
  [
    'compose.outside-grader.yaml',
    ['proxy: must not join grader', 'proxy: must not publish 8444:8444', 'proxy: must not see grader_authority'],
  ],
] as const
