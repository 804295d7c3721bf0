import { programPath } from '@course-grading/bundle'
import { argumentsOf, healthCommand, type Stage, variablesOf } from './dockerfile.ts'
import { services } from './services.ts'

/** Variables that only Node and the C library read. */
const ofTheRuntime = new Set(['PATH', 'NODE_ENV', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'])

/** Checks the stages, also against the version of pnpm that the rest of the repository uses. */
export type DockerfileRule = (stages: readonly Stage[], versions: { readonly pnpm: string }) => string[]

const last = (stages: readonly Stage[]): Stage | undefined => stages.at(-1)

/** Images are arguments, which have a digest; nothing else is downloaded as an image. */
export const imagesAreArguments: DockerfileRule = (stages) =>
  stages
    .filter(({ image }) => !['${NODE_IMAGE}', '${BASE_IMAGE}', 'scratch'].includes(image))
    .map(({ image }) => `begins from ${image}`)

export const pnpmIsTheOneOfTheRepository: DockerfileRule = (stages, { pnpm }) =>
  stages
    .flatMap((stage) => argumentsOf(stage, 'RUN'))
    .filter((run) => run.includes('pnpm') && !run.includes(`pnpm@${pnpm} `))
    .map((run) => `not pnpm ${pnpm}: ${run}`)

export const theLockfileIsKept: DockerfileRule = (stages) =>
  stages
    .flatMap((stage) => argumentsOf(stage, 'RUN'))
    .filter((run) => run.includes('pnpm') && !run.includes('--frozen-lockfile'))
    .map((run) => `installs past the lockfile: ${run}`)

export const theImageIsNotRoot: DockerfileRule = (stages) => {
  const users = argumentsOf(last(stages), 'USER')
  const user = users.at(-1) ?? 'root'
  return /^[1-9][0-9]*:[1-9][0-9]*$/.test(user) ? [] : [`runs as ${user}, not as a number other than 0`]
}

/** What the last stage adds to its base. */
const copied = ['--from=build /node /usr/local/bin/node', '--from=build /image ./']

export const theImageHoldsTheBundleAlone: DockerfileRule = (stages) => {
  const final = last(stages)
  const copies = [...argumentsOf(final, 'COPY'), ...argumentsOf(final, 'ADD')]
  return [
    ...(final?.image === '${BASE_IMAGE}' ? [] : [`begins from ${final?.image}, which is not the base alone`]),
    ...copies.filter((copy) => !copied.includes(copy)).map((copy) => `also copies ${copy}`),
    ...argumentsOf(final, 'RUN').map((run) => `changes the image: ${run}`),
  ]
}

export const theProgramIsStarted: DockerfileRule = (stages) => {
  const commands = argumentsOf(last(stages), 'CMD')
  return commands.length === 1 && commands[0] === JSON.stringify(['node', programPath]).replace(',', ', ')
    ? []
    : [`starts ${commands.join(' ') || 'nothing'}: Node must be the first process, or it never gets the signal`]
}

export const theSignalIsTheOneThatDrains: DockerfileRule = (stages) =>
  argumentsOf(last(stages), 'STOPSIGNAL').join() === 'SIGTERM' ? [] : ['is not stopped by SIGTERM']

export const healthIsCheckedByLive: DockerfileRule = (stages) =>
  healthCommand(last(stages)).at(-1)?.includes('/health/live') === true ? [] : ['is not checked by /health/live']

/** All services have the same Dockerfile, so it may set only what all of them know. */
export const variablesAreKnownToAll: DockerfileRule = (stages) => {
  const set = variablesOf(last(stages))
  const known = (name: string): boolean =>
    services.every(({ variables }) => variables.some((variable) => variable.name === name))
  return [
    ...Object.keys(set)
      .filter((name) => !ofTheRuntime.has(name) && !known(name))
      .map((name) => `sets ${name}, which not every service knows`),
    ...(set['NODE_ENV'] === 'production' ? [] : ['does not set NODE_ENV=production']),
  ]
}

export const theImageSaysWhereItComesFrom: DockerfileRule = (stages) => {
  const labels = argumentsOf(last(stages), 'LABEL').join(' ')
  return ['title', 'source', 'revision', 'version']
    .filter((name) => !labels.includes(`org.opencontainers.image.${name}=`))
    .map((name) => `has no label ${name}`)
}
