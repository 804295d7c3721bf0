import { expectedNetworks, expectedServices } from './expected-deployment.ts'
import { deployedServices, type ComposeRule } from './rule.ts'

/** Each network has the members of the table and no others, and leads out only where the table says so. */
export const networksAreKept: ComposeRule = ({ services, networks }) => [
  ...Object.keys(networks)
    .filter((network) => expectedNetworks[network] === undefined)
    .map((network) => `${network}: is no network of the table`),
  ...Object.entries(expectedNetworks).flatMap(([network, { members, leadsOut }]) => {
    const found = networks[network]
    if (found === undefined) return [`there is no network ${network}`]
    const joined = Object.keys(services).filter((name) => services[name]?.networks.includes(network))
    return [
      ...(found.internal === true || leadsOut ? [] : [`${network}: leads out`]),
      ...members.filter((name) => !joined.includes(name)).map((name) => `${name}: is not in ${network}`),
      ...joined.filter((name) => !members.includes(name)).map((name) => `${name}: must not join ${network}`),
    ]
  }),
  ...Object.entries(services).flatMap(([name, { networks: joined }]) =>
    joined
      .filter((network) => networks[network] === undefined)
      .map((network) => `${name}: there is no network ${network}`),
  ),
]

/** Each network has sixteen addresses of its own in the range that an operator can move. */
export const subnetsAreSmall: ComposeRule = ({ networks }) => {
  const subnets = Object.entries(networks).map(([name, { ipam }]) => ({ name, subnet: ipam.config[0]?.subnet ?? '' }))
  return subnets.flatMap(({ name, subnet }, index) => {
    const [, last = ''] = /^\$\{NETWORK_PREFIX:-172\.16\}\.22[45]\.(\d+)\/28$/.exec(subnet) ?? []
    const other = subnets.slice(0, index).find((each) => each.subnet === subnet)
    return [
      ...(last !== '' && Number(last) % 16 === 0 && Number(last) < 256 ? [] : [`${name}: has the subnet ${subnet}`]),
      ...(other === undefined ? [] : [`${name}: has the subnet of ${other.name}`]),
    ]
  })
}

/** Only what the table says is published, and all but the proxy's on the host's loopback address: Docker opens ports past a firewall. */
export const portsAreKept: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, { ports = [] }]) => {
    const expected = expectedServices[name]?.ports ?? []
    return [
      ...ports.filter((port) => !expected.includes(port)).map((port) => `${name}: must not publish ${port}`),
      ...expected.filter((port) => !ports.includes(port)).map((port) => `${name}: does not publish ${port}`),
    ]
  })

/** The port that the documentation's server has by default. */
const docsPort = '8088'

/** Health and metrics have a port of their own, and each process gets its own default port. */
export const portsAreSet: ComposeRule = (compose) =>
  [
    ...deployedServices(compose).map(({ name, variables }) => ({
      name,
      own: variables.find((variable) => variable.name === 'PORT')?.default,
    })),
    { name: 'docs', own: docsPort },
  ].flatMap(({ name, own }) => {
    const { PORT, OPS_PORT } = compose.services[name]?.environment ?? {}
    return [
      ...(PORT === own ? [] : [`${name}: does not listen on ${own}`]),
      ...(OPS_PORT !== undefined && OPS_PORT !== PORT
        ? []
        : [`${name}: has no port of its own for health and metrics`]),
    ]
  })
