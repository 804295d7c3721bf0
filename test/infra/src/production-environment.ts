import { type Compose, interpolate } from './compose.ts'

/** The lines of a `.env` file that are not commented out. Values are taken as they stand: ours have no quotes. */
export function parseEnvFile(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value]]
    }),
  )
}

/** What a service's process finds in its environment: the image's variables and the compose file's, its secrets in `secretsFolder`. */
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
