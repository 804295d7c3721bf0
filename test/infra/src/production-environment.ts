import { type Compose, interpolate } from './compose/compose.ts'

/** The lines of a `.env` file that are not commented out. Values are taken unchanged, since ours have no quotes. */
export function parseEnvFile(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value]]
    }),
  )
}

/**
 * The environment of a service's process: the variables of the image and of the compose file, with its secrets in
 * `secretsFolder`.
 */
export function environmentOf(
  compose: Compose,
  service: string,
  dotenv: Readonly<Record<string, string>>,
  secretsFolder: string,
): Record<string, string> {
  const given = Object.entries(compose.services[service]?.environment ?? {}).map(
    ([name, value]) => [name, interpolate(value, dotenv).replace(/^\/run\/secrets\//, `${secretsFolder}/`)] as const,
  )
  return { NODE_ENV: 'production', HOST: '0.0.0.0', ...Object.fromEntries(given) }
}
