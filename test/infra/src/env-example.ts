import type { VariableDescription } from '@course-grading/http-kit'
import { services } from './services.ts'

const command = 'pnpm --filter @course-grading/test-infra env-example'

/** Variables that production sets, with an example. */
const examples: Readonly<Record<string, string>> = {
  UPSTREAM_BASE_URL: 'https://plus.example.org',
  TRUSTED_PROXY_HOPS: '1',
  PUBLIC_ORIGIN: 'https://grading.example.org',
  TIME_ZONE: 'Europe/Helsinki',
  LTI_KEY: 'course-grading',
  CALLBACK_ALLOWED: 'https://plus.example.org/api/v2/submissions/*/grader',
}

const ofCompose = [
  {
    name: 'SECRETS_DIR',
    default: './secrets',
    about: 'folder with a file for each secret, from the folder of compose.yaml',
  },
  {
    name: 'BACKUPS_DIR',
    default: 'backups',
    about:
      'volume, or folder of the host that belongs to user 999 (./backups), for the backups and the archive of the WAL',
  },
  {
    name: 'NETWORK_PREFIX',
    default: '172.16',
    about:
      'first two numbers of the addresses of all networks, which end with .224.0/23; a change needs `docker compose down` first',
  },
  {
    name: 'UPSTREAM_LINK_URL',
    default: '',
    about: 'the learning platform as browsers reach it, if not by UPSTREAM_BASE_URL',
  },
  {
    name: 'PUBLISHED_HTTPS_PORT',
    default: '443',
    about: 'port of the pages, of the public API and of the documentation',
  },
  { name: 'PUBLISHED_HTTP_PORT', default: '80', about: 'port that leads to it' },
  {
    name: 'DOCS_ORIGIN',
    default: '',
    about: 'the address of the documentation, with which the links of alerts begin, such as https://docs.example.org',
  },
  { name: 'ALERTMANAGER_PORT', default: '9093', about: 'port of Alertmanager on 127.0.0.1 of the host' },
  { name: 'PROMETHEUS_PORT', default: '9090', about: 'port of Prometheus on 127.0.0.1 of the host' },
  { name: 'SIMULATOR_PORT', default: '8090', about: "port of a demonstration's simulator on 127.0.0.1 of the host" },
  { name: 'GRAFANA_PORT', default: '3000', about: 'port of Grafana on 127.0.0.1 of the host' },
]

interface Row {
  readonly services: readonly string[]
  readonly variable: VariableDescription
}

/** The names of the variables that only the compose file has. */
export const composeOnly: readonly string[] = ofCompose.map(({ name }) => name)

/** The text of `infra/deploy/.env.example`: every variable of every service, by its configuration. */
export function envExample(): string {
  const rows = services.flatMap(({ name, variables }) => variables.map((variable) => ({ service: name, variable })))
  const names = [...new Set(rows.map(({ variable }) => variable.name))]
  const all: Row[] = names.flatMap((name) => {
    const [first, ...rest] = rows.filter(({ variable }) => variable.name === name)
    return first === undefined
      ? []
      : [{ services: [first, ...rest].map(({ service }) => service), variable: first.variable }]
  })
  const shared = [...new Set(all.filter((row) => row.services.length > 1).map((row) => row.services.join()))]
  const sections = [...shared.map((joined) => joined.split(',')), ...services.map(({ name }) => [name])]
  return [
    '# Every variable of the services: its meaning, what it must be, its default. `.env` beside compose.yaml takes them, and so',
    '# does the environment of a process. An empty variable counts as absent. A secret X comes as a file, named by X_FILE;',
    '# compose.yaml names those files itself, and fixes PORT, OPS_PORT, SHUTDOWN_GRACE_S and FRONTEND_INTERNAL_URL.',
    '# NODE_ENV=production, which the image sets, allows no default secret.',
    `# Written by \`${command}\` from the services' configuration.`,
    '',
    '## Of compose.yaml alone',
    ...ofCompose.map(({ name, default: value, about }) => `\n# ${sentence(about)}\n#${name}=${value}`),
    ...sections.flatMap((section) => [
      '',
      `## ${section.length === services.length ? 'All services' : section.join(', ')}`,
      ...all.filter((row) => row.services.join() === section.join()).map(({ variable }) => `\n${entry(variable)}`),
    ]),
    '',
  ].join('\n')
}

function entry({ name, about, expects, secrecy, fileVariable, requiredInProduction }: VariableDescription): string {
  const lines = [`# ${sentence(about)}`, `# ${sentence(`must be ${expects}`)}`]
  if (fileVariable !== undefined) {
    const needed = requiredInProduction
      ? 'Required in production; development has a value of its own.'
      : 'Absent by default.'
    return [...lines, `# ${needed}`, `#${fileVariable}=`].join('\n')
  }
  if (requiredInProduction && secrecy === undefined) {
    const required = `# Required in production. Development: ${defaultsOf(name, 'developmentDefault')}.`
    return [...lines, required, assignment(name)].join('\n')
  }
  const inDevelopment = defaultsOf(name, 'developmentDefault')
  const defaults = [
    `Default: ${defaultsOf(name, 'default')}.`,
    ...(inDevelopment === 'none' ? [] : [`Development: ${inDevelopment}.`]),
  ]
  return [...lines, `# ${defaults.join(' ')}`, assignment(name)].join('\n')
}

function assignment(name: string): string {
  const example = examples[name]
  return example === undefined ? `#${name}=` : `${name}=${example}`
}

/** One value, or one for each service where they differ. */
function defaultsOf(name: string, kind: 'default' | 'developmentDefault'): string {
  const found = services.flatMap((service) =>
    service.variables
      .filter((variable) => variable.name === name)
      .map((variable) => ({ service: service.name, value: variable[kind] || 'none' })),
  )
  const values = new Set(found.map(({ value }) => value))
  return values.size === 1 ? [...values].join() : found.map(({ service, value }) => `${value} (${service})`).join(', ')
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
