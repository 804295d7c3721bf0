import { deployedServices, type ComposeRule } from './rule.ts'

/** The networks that others than our containers join, and the service that is reached over each. */
const reachedOver: Readonly<Record<string, string>> = {
  ingress: 'public-api',
  operations: 'public-api',
  frontend: 'frontend-internal',
  grader: 'manual-grading',
}

/** Each boundary is reached by its own callers and by nobody else. The only network that services share is that of the database. */
export const networksAreKept: ComposeRule = ({ services }) => [
  ...Object.entries(reachedOver)
    .filter(([network, name]) => services[name]?.networks.includes(network) !== true)
    .map(([network, name]) => `${name}: is not reached over ${network}`),
  ...Object.entries(services).flatMap(([name, { networks }]) =>
    networks
      .filter((network) => network !== 'database' && network !== `${name}-egress` && reachedOver[network] !== name)
      .map((network) => `${name}: must not join ${network}`),
  ),
]

/** Only networks made for the way out lead out, and each network that a service joins exists. */
export const networksAreClosed: ComposeRule = ({ services, networks }) => [
  ...Object.entries(networks)
    .filter(([network, { internal }]) => internal !== true && !network.endsWith('-egress'))
    .map(([network]) => `${network}: leads out`),
  ...Object.entries(services).flatMap(([name, { networks: joined }]) =>
    joined
      .filter((network) => networks[network] === undefined)
      .map((network) => `${name}: there is no network ${network}`),
  ),
]

/**
 * Only the public boundary is published, and only on the host's loopback address, because Docker opens ports past the
 * host's firewall.
 */
export const onlyThePublicBoundaryIsPublished: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, service]) =>
    (service.ports ?? []).flatMap((port) => {
      const [, target] = /^127\.0\.0\.1:(?:[0-9]+|\$\{[A-Z_]+:-[0-9]+\}):([0-9]+)$/.exec(port) ?? []
      if (name !== 'public-api') return [`${name}: must not publish ${port}`]
      if (target === undefined) return [`${name}: publishes ${port} beyond 127.0.0.1`]
      return target === service.environment?.['PORT'] ? [] : [`${name}: publishes ${port}, which is not its PORT`]
    }),
  )

/** Health and metrics have a port of their own, and each service gets its own default port. */
export const portsAreSet: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, variables, deployed }) => {
    const { PORT, OPS_PORT } = deployed.environment ?? {}
    const ownPort = variables.find((variable) => variable.name === 'PORT')?.default
    return [
      ...(PORT === ownPort ? [] : [`${name}: does not listen on ${ownPort}`]),
      ...(OPS_PORT !== undefined && OPS_PORT !== PORT
        ? []
        : [`${name}: has no port of its own for health and metrics`]),
    ]
  })
