import type { AllowedCallback } from '@course-grading/domain/delivery/callback-url'
import type { ConfigRule } from '@course-grading/http-kit'

interface DeliveryValues {
  readonly production: boolean
  readonly SHUTDOWN_GRACE_S: number
  readonly UPSTREAM_ALLOW_HTTP: boolean
  readonly CALLBACK_ALLOWED: readonly AllowedCallback[]
  readonly CALLBACK_CONNECT_TIMEOUT_MS: number
  readonly CALLBACK_VERIFICATION_TIMEOUT_MS: number
  readonly CALLBACK_HEADERS_TIMEOUT_MS: number
  readonly CALLBACK_TOTAL_TIMEOUT_MS: number
  readonly DELIVERY_LEASE_S: number
  readonly DELIVERY_OPEN_LEASE_S: number
  readonly DELIVERY_REAPER_S: number
  readonly DELIVERY_SETTLE_S: number
  readonly DELIVERY_REGISTRATION_SETTLE_S: number
}

/** Later than this after the statement of the send start was issued, the first byte is no longer written. */
export const maxStartToWriteMs = 2_000

/** With shorter times, a grade could arrive twice, or be lost while the platform rewrites the submission. */
const productionMinima = [
  ['DELIVERY_LEASE_S', 60],
  ['DELIVERY_OPEN_LEASE_S', 65],
  ['DELIVERY_REAPER_S', 15],
  ['DELIVERY_SETTLE_S', 180],
  ['DELIVERY_REGISTRATION_SETTLE_S', 60],
] as const

export const deliveryRules: readonly ConfigRule<DeliveryValues>[] = [
  {
    variables: ['CALLBACK_CONNECT_TIMEOUT_MS', 'CALLBACK_VERIFICATION_TIMEOUT_MS'],
    problem: 'must be less than CALLBACK_VERIFICATION_TIMEOUT_MS',
    broken: (config) => config.CALLBACK_CONNECT_TIMEOUT_MS >= config.CALLBACK_VERIFICATION_TIMEOUT_MS,
  },
  {
    variables: ['CALLBACK_CONNECT_TIMEOUT_MS', 'CALLBACK_HEADERS_TIMEOUT_MS'],
    problem: 'must be less than CALLBACK_HEADERS_TIMEOUT_MS',
    broken: (config) => config.CALLBACK_CONNECT_TIMEOUT_MS >= config.CALLBACK_HEADERS_TIMEOUT_MS,
  },
  {
    variables: ['CALLBACK_HEADERS_TIMEOUT_MS', 'CALLBACK_TOTAL_TIMEOUT_MS'],
    problem: 'must be less than CALLBACK_TOTAL_TIMEOUT_MS',
    broken: (config) => config.CALLBACK_HEADERS_TIMEOUT_MS >= config.CALLBACK_TOTAL_TIMEOUT_MS,
  },
  {
    variables: ['CALLBACK_VERIFICATION_TIMEOUT_MS', 'CALLBACK_CONNECT_TIMEOUT_MS', 'DELIVERY_LEASE_S'],
    problem: `must, together with CALLBACK_CONNECT_TIMEOUT_MS and ${maxStartToWriteMs} ms, be less than DELIVERY_LEASE_S`,
    broken: (config) =>
      config.CALLBACK_VERIFICATION_TIMEOUT_MS + config.CALLBACK_CONNECT_TIMEOUT_MS + maxStartToWriteMs >=
      config.DELIVERY_LEASE_S * 1000,
  },
  {
    variables: ['CALLBACK_TOTAL_TIMEOUT_MS', 'DELIVERY_OPEN_LEASE_S'],
    problem: `must, together with ${maxStartToWriteMs} ms, be less than DELIVERY_OPEN_LEASE_S`,
    broken: (config) => config.CALLBACK_TOTAL_TIMEOUT_MS + maxStartToWriteMs >= config.DELIVERY_OPEN_LEASE_S * 1000,
  },
  {
    variables: ['CALLBACK_TOTAL_TIMEOUT_MS', 'SHUTDOWN_GRACE_S'],
    problem: 'must, together with 1000 ms, be less than SHUTDOWN_GRACE_S',
    broken: (config) => config.CALLBACK_TOTAL_TIMEOUT_MS + 1000 >= config.SHUTDOWN_GRACE_S * 1000,
  },
  {
    variables: ['DELIVERY_OPEN_LEASE_S', 'DELIVERY_SETTLE_S'],
    problem: 'must be less than DELIVERY_SETTLE_S',
    broken: (config) => config.DELIVERY_OPEN_LEASE_S >= config.DELIVERY_SETTLE_S,
  },
  ...productionMinima.map(([name, minimum]): ConfigRule<DeliveryValues> => ({
    variables: [name],
    problem: `must be at least ${minimum} in production`,
    broken: (config) => config.production && config[name] < minimum,
  })),
  {
    variables: ['CALLBACK_ALLOWED', 'UPSTREAM_ALLOW_HTTP'],
    problem: 'must be https in production, unless UPSTREAM_ALLOW_HTTP is 1',
    broken: ({ production, CALLBACK_ALLOWED, UPSTREAM_ALLOW_HTTP }) =>
      production && !UPSTREAM_ALLOW_HTTP && CALLBACK_ALLOWED.some(({ pattern }) => pattern.startsWith('http:')),
  },
]
