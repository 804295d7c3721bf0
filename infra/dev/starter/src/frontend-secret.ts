import { readFileSync } from 'node:fs'

/** The secret that the frontend has in development. */
export const developmentFrontendSecret = 'dev-frontend-secret-0000000000000000'

/** The secret that the frontend and its service share: the given one, or that of development. */
export function frontendSecretOf({
  FRONTEND_SECRET: given,
  FRONTEND_SECRET_FILE: file,
}: Readonly<Record<string, string | undefined>>): string {
  if (file) return readFileSync(file, 'utf8').trim()
  return given === undefined || given === '' ? developmentFrontendSecret : given
}
