import { isExposedDatabase } from '@course-grading/data'
import { databaseRules, defineConfig, settleRules } from '@course-grading/http-kit'
import { configSchema } from '../src/config.ts'

const { DATABASE_URL, DATABASE_ALLOW_PLAIN, CAPABILITY_KEYS, DELIVERY_SETTLE_S } = configSchema.variables
const rules = databaseRules(isExposedDatabase)

/** The environment of `rotate-capabilities`: what the service itself has of it. */
export const rotateConfig = defineConfig({
  service: 'rotate-capabilities',
  variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN, CAPABILITY_KEYS },
  rules,
})

/** The environment of `deliveries`. */
export const deliveriesConfig = defineConfig({
  service: 'deliveries',
  variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN, DELIVERY_SETTLE_S },
  rules: [...rules, ...settleRules],
})

/** The environment of `purge`. */
export const purgeConfig = defineConfig({ service: 'purge', variables: { DATABASE_URL, DATABASE_ALLOW_PLAIN }, rules })
