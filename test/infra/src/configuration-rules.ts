import { deployedServices, type ComposeRule } from './rule.ts'
import { serviceNamed, services } from './services.ts'

/** The file has each service, built with the image's own argument. */
export const everyServiceIsThere: ComposeRule = ({ services: deployed }) => [
  ...services.filter(({ name }) => deployed[name] === undefined).map(({ name }) => `${name}: is missing`),
  ...Object.entries(deployed).flatMap(([name, { build }]) => {
    if (build === undefined) return serviceNamed(name) !== undefined ? [`${name}: is not built`] : []
    const right =
      build.args.SERVICE === name && build.context === '../..' && build.dockerfile === 'infra/deploy/Dockerfile'
    return right ? [] : [`${name}: is not built as SERVICE=${name} by infra/deploy/Dockerfile`]
  }),
]

/** Every variable that a service is given is in its configuration. A misspelt name would silently leave the default. */
export const variablesAreKnown: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, variables, deployed }) => {
    const known = new Set(variables.flatMap((variable) => [variable.name, variable.fileVariable]))
    return Object.keys(deployed.environment ?? {})
      .filter((given) => !known.has(given))
      .map((given) => `${name}: knows no ${given}`)
  })

/**
 * Variables that operators do not set here: the image sets HOST, production has no use for FIXTURE_TOOLING, public-api
 * alone has TRUSTED_PROXY_HOPS, and an override brings what ends in _PREVIOUS.
 */
const leftOut = /^(HOST|FIXTURE_TOOLING|TRUSTED_PROXY_HOPS|.+_PREVIOUS)$/

/** An operator can set every variable of a service, by `.env` or by a secret's file. */
export const variablesCanBeSet: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, variables, deployed }) => {
    const given = new Set(Object.keys(deployed.environment ?? {}))
    return variables
      .filter(
        (variable) =>
          !given.has(variable.name) && !given.has(variable.fileVariable ?? '') && !leftOut.test(variable.name),
      )
      .map((variable) => `${name}: does not let an operator set ${variable.name}`)
  })

/** A variable of one name has one meaning, so that one line in `.env` is enough. */
export const variablesKeepTheirNames: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, deployed }) =>
    Object.entries(deployed.environment ?? {}).flatMap(([variable, value]) => {
      const [, source] = /^\$\{([A-Z0-9_]+)/.exec(value) ?? []
      return source === undefined || source === variable ? [] : [`${name}: takes ${variable} from ${source}`]
    }),
  )

const secondsOf = (period = '0s'): number => Number(period.slice(0, -1))

/** Docker does not kill the container before the service has ended by itself. */
export const graceIsEnough: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, deployed }) => {
    const graceS = Number(deployed.environment?.['SHUTDOWN_GRACE_S'])
    return secondsOf(deployed.stop_grace_period) > graceS
      ? []
      : [`${name}: is killed before its SHUTDOWN_GRACE_S has passed`]
  })

/** Roles, then migrations, then services: each waits until the one before has succeeded. */
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

/** Docker restarts the services and the database, and nothing that runs once. */
export const onlyServersRestart: ComposeRule = ({ services: deployed }) =>
  Object.entries(deployed).flatMap(([name, { restart }]) => {
    const server = name === 'postgres' || serviceNamed(name) !== undefined
    return server === (restart !== undefined)
      ? []
      : [`${name}: ${server ? 'is not restarted' : 'would be restarted for ever'}`]
  })
