import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as dockerfileRules from './dockerfile-rules.ts'
import { parseDockerfile } from './dockerfile.ts'
import { inRepository, readInfra } from './infra-files.ts'

describe('the Dockerfile', () => {
  it.each(Object.keys(dockerfileRules))('keeps the rule %s', (rule) => {
    expect(problemsOf(text, rule)).toEqual([])
  })
})

describe('the rules of the Dockerfile', () => {
  it.each(mistakes)('$rule finds "$wrong"', ({ rule, right, wrong }) => {
    expect(text).toContain(right)
    expect(problemsOf(text.replace(right, wrong), rule)).not.toEqual([])
  })

  it('each find a mistake', () => {
    expect(Object.keys(dockerfileRules).sort()).toEqual([...new Set(mistakes.map(({ rule }) => rule))].sort())
  })
})

const text = readInfra('Dockerfile')
const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { packageManager: string }
const versions = { pnpm: manifest.packageManager.replace('pnpm@', '') }
const problemsOf = (dockerfile: string, rule: string): string[] =>
  new Map(Object.entries(dockerfileRules)).get(rule)?.(parseDockerfile(dockerfile), versions) ?? [
    'there is no such rule',
  ]

/** Edits of the real file, each of which its rule must find. */
const mistakes = [
  ['imagesAreArguments', 'FROM ${NODE_IMAGE} AS build', 'FROM node:latest AS build'],
  ['pnpmIsTheOneOfTheRepository', 'npx --yes pnpm@12.21.0 fetch', 'npx --yes pnpm fetch'],
  ['theLockfileIsKept', 'install --frozen-lockfile', 'install'],
  ['theImageIsNotRoot', 'USER 1000:1000\n', ''],
  ['theImageIsNotRoot', 'USER 1000:1000\n', 'USER 0:0\n'],
  ['theImageHoldsTheBundleAlone', 'FROM ${BASE_IMAGE}', 'FROM ${NODE_IMAGE}'],
  ['theImageHoldsTheBundleAlone', 'COPY --from=build /image ./', 'COPY --from=build /src ./'],
  ['theImageHoldsTheBundleAlone', 'USER 1000', 'RUN npm install\nUSER 1000'],
  ['theProgramIsStarted', 'CMD ["node", "dist/program/main.js"]', 'CMD node dist/program/main.js'],
  ['theProgramIsStarted', '"dist/program/main.js"', '"main.js"'],
  ['theSignalIsTheOneThatDrains', 'STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGKILL'],
  ['healthIsCheckedByLive', '/health/live', '/health/ready'],
  ['variablesAreKnownToAll', 'HOST=0.0.0.0', 'HOST=0.0.0.0 SESSION_IDLE_S=60'],
  ['variablesAreKnownToAll', 'NODE_ENV=production ', ''],
  ['theImageSaysWhereItComesFrom', 'org.opencontainers.image.revision', 'revision'],
].map(([rule = '', right = '', wrong = '']) => ({ rule, right, wrong }))
