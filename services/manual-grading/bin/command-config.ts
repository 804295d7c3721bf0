import * as databaseUrl from '@course-grading/data/db/database-url'
import { databaseRules, defineConfig } from '@course-grading/http-kit'
import { configSchema } from '../src/config/config.ts'

const { DATABASE_URL, DATABASE_ALLOW_PLAIN, CAPABILITY_KEYS } = configSchema.variables
const rules = databaseRules(databaseUrl)

export const rotateConfig = defineConfig({
  service: 'rotate-capabilities',
  variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN, CAPABILITY_KEYS },
  rules,
})

export const deliveriesConfig = defineConfig({
  service: 'deliveries',
  variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN },
  rules,
})

export const purgeConfig = defineConfig({ service: 'purge', variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN }, rules })
