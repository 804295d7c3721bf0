import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'

const closed = { additionalProperties: false }
const texts = Type.Array(Type.String())

// Closed on purpose: somebody must think about `privileged`, `network_mode`, `env_file` and other keys before they are
// used.
const composeService = Type.Object(
  {
    image: Type.String(),
    profiles: Type.Optional(texts),
    command: Type.Optional(texts),
    user: Type.Optional(Type.String()),
    restart: Type.Optional(Type.Literal('unless-stopped')),
    stop_grace_period: Type.Optional(Type.String({ pattern: '^[1-9][0-9]*s$' })),
    read_only: Type.Optional(Type.Boolean()),
    cap_drop: Type.Optional(texts),
    security_opt: Type.Optional(texts),
    pids_limit: Type.Optional(Type.Integer()),
    mem_limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]*[mg]$' })),
    cpus: Type.Optional(Type.Number()),
    shm_size: Type.Optional(Type.String({ pattern: '^[1-9][0-9]*m$' })),
    logging: Type.Optional(
      Type.Object(
        {
          driver: Type.Literal('json-file'),
          options: Type.Object({ 'max-size': Type.String(), 'max-file': Type.String() }, closed),
        },
        closed,
      ),
    ),
    tmpfs: Type.Optional(texts),
    volumes: Type.Optional(texts),
    ports: Type.Optional(texts),
    networks: texts,
    secrets: Type.Optional(texts),
    environment: Type.Optional(Type.Record(Type.String(), Type.String())),
    healthcheck: Type.Optional(
      Type.Object(
        {
          disable: Type.Optional(Type.Boolean()),
          test: Type.Optional(texts),
          interval: Type.Optional(Type.String()),
          timeout: Type.Optional(Type.String()),
          retries: Type.Optional(Type.Integer()),
        },
        closed,
      ),
    ),
    depends_on: Type.Optional(Type.Record(Type.String(), Type.Object({ condition: Type.String() }, closed))),
  },
  closed,
)

const compose = Type.Object({
  name: Type.String(),
  services: Type.Record(Type.String(), composeService),
  networks: Type.Record(
    Type.String(),
    Type.Object(
      {
        name: Type.Optional(Type.String()),
        internal: Type.Optional(Type.Boolean()),
        ipam: Type.Object({ config: Type.Array(Type.Object({ subnet: Type.String() }, closed)) }, closed),
      },
      closed,
    ),
  ),
  volumes: Type.Record(
    Type.String(),
    Type.Object({ name: Type.Optional(Type.String()), external: Type.Optional(Type.Boolean()) }, closed),
  ),
  secrets: Type.Record(Type.String(), Type.Object({ file: Type.String() }, closed)),
})

/** The keys that our override files may change. */
const override = Type.Object(
  {
    services: Type.Record(
      Type.String(),
      Type.Object(
        {
          networks: Type.Optional(texts),
          ports: composeService.properties.ports,
          volumes: composeService.properties.volumes,
          secrets: composeService.properties.secrets,
          environment: composeService.properties.environment,
        },
        closed,
      ),
    ),
    secrets: compose.properties.secrets,
  },
  closed,
)

export type Compose = Static<typeof compose>
export type ComposeService = Static<typeof composeService>

/** Reads a compose file in the forms that ours uses; throws on any other, and names the position. */
export function parseCompose(text: string): Compose {
  const document: unknown = parse(text, { merge: true })
  if (Value.Check(compose, document)) return document
  throw new Error(`compose file: ${placesOf(Value.Errors(compose, document))}`)
}

/** Merges an override into a compose file, as `docker compose -f … -f …` does. */
export function layOver(base: Compose, text: string): Compose {
  const over: unknown = parse(text)
  if (!Value.Check(override, over)) throw new Error(`compose override: ${placesOf(Value.Errors(override, over))}`)
  const changed = Object.entries(over.services).map(
    ([name, { networks = [], ports = [], volumes = [], secrets = [], environment = {} }]): [string, ComposeService] => {
      const service = base.services[name]
      if (service === undefined) throw new Error(`there is no service ${name} to lay over`)
      return [
        name,
        {
          ...service,
          networks: [...service.networks, ...networks],
          ports: [...(service.ports ?? []), ...ports],
          volumes: [...(service.volumes ?? []), ...volumes],
          secrets: [...(service.secrets ?? []), ...secrets],
          environment: { ...service.environment, ...environment },
        },
      ]
    },
  )
  return {
    ...base,
    services: { ...base.services, ...Object.fromEntries(changed) },
    secrets: { ...base.secrets, ...over.secrets },
  }
}

const placesOf = (errors: readonly { instancePath: string; message: string }[]): string =>
  errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ')

// What stands in place of a value may itself have one reference.
const reference = /\$(?:(\$)|\{([A-Z][A-Z0-9_]*)(?::(-|\?)((?:\$\{[^}]*\}|[^}])*))?\})?/g

/**
 * Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?why}` as Compose does; a default may be such a reference. Throws if a required value is missing, or
 * on any other form.
 */
export function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(reference, (whole, dollar?: string, name?: string, kind?: string, rest?: string) => {
    if (dollar !== undefined) return '$'
    if (name === undefined) throw new Error(`${text}: ${whole} is not a form that is read here`)
    const value = env[name] ?? ''
    if (value !== '') return value
    if (kind === '?') throw new Error(`${name} is required: ${rest}`)
    return rest === undefined ? '' : interpolate(rest, env)
  })
}

/** The names of all variables that Compose replaces in a file. */
export function interpolatedNames(text: string): string[] {
  const names = [...text.matchAll(reference)].flatMap(([, , name, , rest = '']) =>
    name === undefined ? [] : [name, ...interpolatedNames(rest)],
  )
  return [...new Set(names)].sort()
}
