import { defineConfig, settleRules } from '@course-grading/http-kit'
import { configSchema } from '../src/config.ts'

const { DATABASE_URL, CAPABILITY_KEYS, DELIVERY_SETTLE_S } = configSchema.variables

/** The environment of `rotate-capabilities`: what the service itself has of it. */
export const rotateConfig = defineConfig({
  service: 'rotate-capabilities', variables: { DATABASE_URL, CAPABILITY_KEYS }, rules: [],
})

/** The environment of `deliveries`. */
export const deliveriesConfig = defineConfig({
  service: 'deliveries', variables: { DATABASE_URL, DELIVERY_SETTLE_S }, rules: settleRules,
})

/** The environment of `purge`. */
export const purgeConfig = defineConfig({ service: 'purge', variables: { DATABASE_URL }, rules: [] })
