import { readFileSync } from 'node:fs'
import { programs } from '@course-grading/bundle'
import { expectedServices } from './expected-deployment.ts'
import { deployedServices, type ComposeRule } from './rule.ts'
import { servicesWithDatabase } from './services.ts'

/** The file has the services of the table, each with its image by digest, its profile and its secrets. */
export const theTableIsKept: ComposeRule = ({ services: deployed }) => [
  ...Object.keys(deployed)
    .filter((name) => expectedServices[name] === undefined)
    .map((name) => `${name}: is no service of the table`),
  ...Object.entries(expectedServices).flatMap(([name, { image, profile, secrets = [] }]) => {
    const found = deployed[name]
    if (found === undefined) return [`${name}: is missing`]
    const granted = found.secrets ?? []
    return [
      ...(found.image.startsWith(`\${${image}:?`) && found.image.endsWith('}')
        ? []
        : [`${name}: takes ${found.image}, not the digest in ${image}`]),
      ...((found.profiles ?? []).join() === (profile ?? '') ? [] : [`${name}: is in another profile`]),
      ...secrets.filter((secret) => !granted.includes(secret)).map((secret) => `${name}: is not granted ${secret}`),
      // A secret that is being changed has a former value, which an override brings.
      ...granted
        .filter((secret) => !secrets.includes(secret.replace(/_previous$/, '')))
        .map((secret) => `${name}: must not see ${secret}`),
    ]
  }),
]

/** Every variable that a service is given is in its configuration. A misspelt name would silently leave the default. */
export const variablesAreKnown: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, variables, deployed }) => {
    const known = new Set(variables.flatMap((variable) => [variable.name, variable.fileVariable, variable.formerName]))
    return Object.keys(deployed.environment ?? {})
      .filter((given) => !known.has(given))
      .map((given) => `${name}: knows no ${given}`)
  })

/** The programs of ours that read variables by themselves, without a configuration schema. */
const withoutSchema: Readonly<Record<string, string>> = {
  migrate: programs.migrate.entry,
  docs: programs.docs.entry,
  simulator: programs.simulator.entry,
  'demo-seed': programs.simulator.commands['seed-demo'],
}

/** The other programs of ours read every variable that they are given, too. */
export const variablesAreRead: ComposeRule = ({ services: deployed }) =>
  Object.entries(withoutSchema).flatMap(([name, path]) => {
    const source = readFileSync(path, 'utf8')
    return Object.keys(deployed[name]?.environment ?? {})
      .filter((given) => !new RegExp(`\\b${given}\\b`).test(source))
      .map((given) => `${name}: knows no ${given}`)
  })

/**
 * Variables that operators do not set here: the image sets HOST, production has no use for FIXTURE_TOOLING, public-api
 * and web alone have TRUSTED_PROXY_HOPS, and an override brings what ends in _PREVIOUS.
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

/** Browsers may reach the learning platform by another address than the services. */
const otherSources: Readonly<Record<string, string>> = { 'web UPSTREAM_BASE_URL': 'UPSTREAM_LINK_URL' }

/** A variable of one name has one meaning, so that one line in `.env` is enough. */
export const variablesKeepTheirNames: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, deployed }) =>
    Object.entries(deployed.environment ?? {}).flatMap(([variable, value]) => {
      const [, source] = /^\$\{([A-Z0-9_]+)/.exec(value) ?? []
      const expected = otherSources[`${name} ${variable}`] ?? variable
      return source === undefined || source === expected ? [] : [`${name}: takes ${variable} from ${source}`]
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

const healthy = 'service_healthy'
const succeeded = 'service_completed_successfully'

/** Each waits for what it needs: roles, then migrations, then services, then who calls them. */
export const orderIsKept: ComposeRule = ({ services: deployed }) =>
  [
    ['roles', 'postgres', healthy],
    ['backup', 'postgres', healthy],
    ['migrate', 'roles', succeeded],
    ...servicesWithDatabase.map(({ name }) => [name, 'migrate', succeeded]),
    ...['public-api', 'web', 'docs'].map((name) => ['proxy', name, healthy]),
    ...['frontend-internal', 'manual-grading', 'simulator'].map((name) => ['demo-seed', name, healthy]),
  ].flatMap(([after = '', before = '', condition = '']) =>
    deployed[after]?.depends_on?.[before]?.condition === condition
      ? []
      : [`${after}: does not wait for ${before} (${condition})`],
  )

/** What a service waits for or mounts by name is in the file. */
export const referencesExist: ComposeRule = ({ services: deployed, volumes }) =>
  Object.entries(deployed).flatMap(([name, service]) => [
    ...Object.keys(service.depends_on ?? {})
      .filter((other) => deployed[other] === undefined)
      .map((other) => `${name}: there is no service ${other}`),
    ...(service.volumes ?? [])
      .map((mount) => mount.split(':')[0] ?? '')
      .filter((source) => /^\w/.test(source) && volumes[source] === undefined)
      .map((source) => `${name}: there is no volume ${source}`),
  ])

/** Docker restarts the servers, and nothing that runs once. */
export const onlyServersRestart: ComposeRule = ({ services: deployed }) =>
  Object.entries(deployed).flatMap(([name, { restart }]) => {
    const server = expectedServices[name]?.runsOnce !== true
    return server === (restart !== undefined)
      ? []
      : [`${name}: ${server ? 'is not restarted' : 'would be restarted for ever'}`]
  })
