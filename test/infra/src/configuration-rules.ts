import { deployedServices, type ComposeRule } from './rule.ts'
import { serviceNamed, services } from './services.ts'

/** The file has each service, built from the image's own argument. */
export const everyServiceIsThere: ComposeRule = ({ services: deployed }) => [
  ...services.filter(({ name }) => deployed[name] === undefined).map(({ name }) => `${name}: is missing`),
  ...Object.entries(deployed).flatMap(([name, { build }]) => {
    if (build === undefined) return serviceNamed(name) !== undefined ? [`${name}: is not built`] : []
    const right =
      build.args.SERVICE === name && build.context === '../..' && build.dockerfile === 'infra/deploy/Dockerfile'
    return right ? [] : [`${name}: is not built as SERVICE=${name} by infra/deploy/Dockerfile`]
  }),
]

/** What a service is given is in its configuration; a name misspelt would quietly be a default. */
export const variablesAreKnown: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, variables, deployed }) => {
    const known = new Set(variables.flatMap((variable) => [variable.name, variable.fileVariable]))
    return Object.keys(deployed.environment ?? {})
      .filter((given) => !known.has(given))
      .map((given) => `${name}: knows no ${given}`)
  })

/** Not for operators: the image sets the first, a production has no use for the second, the last come with an override. */
const leftOut = /^(HOST|FIXTURE_TOOLING|OPS_PORT|TRUSTED_PROXY_HOPS|.+_PREVIOUS)$/

/** Whatever a service can be told, an operator can tell it by `.env` or a secret's file. */
export const variablesCanBeSet: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, variables, deployed }) => {
    const given = new Set(Object.keys(deployed.environment ?? {}))
    return variables
      .filter(
        (variable) =>
          !given.has(variable.name) && !given.has(variable.fileVariable ?? '') && !leftOut.test(variable.name),
      )
      .map((variable) => `${name}: cannot be told ${variable.name}`)
  })

/** A variable of one name means one thing, so that one line in `.env` does. */
export const variablesKeepTheirNames: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, deployed }) =>
    Object.entries(deployed.environment ?? {}).flatMap(([variable, value]) => {
      const [, source] = /^\$\{([A-Z0-9_]+)/.exec(value) ?? []
      return source === undefined || source === variable ? [] : [`${name}: takes ${variable} from ${source}`]
    }),
  )

const secondsOf = (period = '0s'): number => Number(period.slice(0, -1))

/** The container is not killed before the service ends by itself. */
export const graceIsEnough: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, deployed }) => {
    const graceS = Number(deployed.environment?.['SHUTDOWN_GRACE_S'])
    return secondsOf(deployed.stop_grace_period) > graceS
      ? []
      : [`${name}: is killed before its SHUTDOWN_GRACE_S is over`]
  })

/** Roles, then migrations, then services; each waits for the one before to have ended well. */
export const orderIsKept: ComposeRule = ({ services: deployed }) =>
  [
    ['roles', 'postgres', 'service_healthy'],
    ['migrate', 'roles', 'service_completed_successfully'],
    ...services.map(({ name }) => [name, 'migrate', 'service_completed_successfully']),
  ].flatMap(([after = '', before = '', condition = '']) =>
    deployed[after]?.depends_on?.[before]?.condition === condition
      ? []
      : [`${after}: does not wait for ${before} (${condition})`],
  )

/** Services and the database come back by themselves; what runs once does not. */
export const onlyServersRestart: ComposeRule = ({ services: deployed }) =>
  Object.entries(deployed).flatMap(([name, { restart }]) => {
    const server = name === 'postgres' || serviceNamed(name) !== undefined
    return server === (restart !== undefined)
      ? []
      : [`${name}: ${server ? 'does not come back' : 'would run for ever'}`]
  })
