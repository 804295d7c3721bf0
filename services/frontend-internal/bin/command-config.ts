import * as databaseUrl from '@course-grading/data/db/database-url'
import { databaseRules, defineConfig } from '@course-grading/http-kit'
import { configSchema } from '../src/config/config.ts'

const { DATABASE_URL, DATABASE_ALLOW_PLAIN, SESSION_KEYS } = configSchema.variables
const rules = databaseRules(databaseUrl)

export const rotateConfig = defineConfig({
  service: 'rotate-session-keys',
  variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN, SESSION_KEYS },
  rules,
})

export const erasuresConfig = defineConfig({
  service: 'erasures',
  variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN },
  rules,
})

export const revokeConfig = defineConfig({
  service: 'revoke-sessions',
  variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN },
  rules,
})
