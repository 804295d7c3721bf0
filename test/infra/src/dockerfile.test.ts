import { readFileSync } from 'node:fs'
import { programPath } from '@course-grading/bundle'
import { describe, expect, it } from 'vitest'
import { argumentsOf, healthCommand, parseDockerfile, variablesOf } from './dockerfile.ts'
import { inRepository, readInfra } from './infra-files.ts'
import { services } from './services.ts'

const stages = parseDockerfile(readInfra('Dockerfile'))
const last = stages.at(-1)

describe('the Dockerfile', () => {
  it('begins from arguments, which have a digest, and downloads nothing else as an image', () => {
    expect(stages.map(({ image }) => image)).toEqual(['${NODE_IMAGE}', 'scratch', 'scratch', '${BASE_IMAGE}'])
  })

  it('installs what the lockfile says, with the pnpm of the repository', () => {
    const { packageManager } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
      packageManager: string
    }
    const commands = stages.flatMap((stage) => argumentsOf(stage, 'RUN')).join('\n')
    const installs = [...commands.matchAll(/pnpm\S* .*/g)].map(([command]) => command)
    expect(installs.length).toBeGreaterThan(2)
    for (const install of installs)
      expect([install.startsWith(`${packageManager} `), install]).toEqual([
        true,
        expect.stringContaining('--frozen-lockfile'),
      ])
  })

  it('adds to its base the bundle and Node alone', () => {
    const added = last?.instructions.filter(({ keyword }) => ['COPY', 'ADD', 'RUN'].includes(keyword))
    expect(added?.map(({ keyword, rest }) => `${keyword} ${rest}`)).toEqual([
      'COPY --from=build /node /usr/local/bin/node',
      'COPY --from=build /image ./',
    ])
  })

  it('starts Node as the first process, which gets the signal that drains, and not as root', () => {
    expect(argumentsOf(last, 'CMD')).toEqual([`["node", "${programPath}"]`])
    expect(argumentsOf(last, 'STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(argumentsOf(last, 'USER')).toEqual(['1000:1000'])
    expect(healthCommand(last).at(-1)).toContain('/health/live')
  })

  it('sets only variables of Node, of the C library and of every service', () => {
    const { NODE_ENV, ...others } = variablesOf(last)
    expect(NODE_ENV).toBe('production')
    const known = ['PATH', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']
    for (const name of Object.keys(others).filter((each) => !known.includes(each)))
      expect(services.filter(({ variables }) => !variables.some((variable) => variable.name === name))).toEqual([])
  })

  it('says where the image comes from', () => {
    const labels = argumentsOf(last, 'LABEL').join(' ')
    expect(Array.from(labels.matchAll(/org\.opencontainers\.image\.(\w+)=/g), ([, name]) => name)).toEqual([
      'title',
      'source',
      'revision',
      'version',
    ])
  })
})
