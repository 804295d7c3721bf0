import type { AllowedCallback } from '@course-grading/domain'
import type { ConfigRule } from '@course-grading/http-kit'

interface DeliveryValues {
  readonly production: boolean
  readonly SHUTDOWN_GRACE_S: number
  readonly UPSTREAM_ALLOW_HTTP: boolean
  readonly CALLBACK_ALLOWED: readonly AllowedCallback[]
  readonly CALLBACK_CONNECT_TIMEOUT_MS: number
  readonly CALLBACK_LOOK_TIMEOUT_MS: number
  readonly CALLBACK_HEADERS_TIMEOUT_MS: number
  readonly CALLBACK_TOTAL_TIMEOUT_MS: number
  readonly DELIVERY_LEASE_S: number
  readonly DELIVERY_OPEN_LEASE_S: number
  readonly DELIVERY_REAPER_S: number
  readonly DELIVERY_SETTLE_S: number
}

type Limit = Exclude<keyof DeliveryValues, 'production' | 'UPSTREAM_ALLOW_HTTP' | 'CALLBACK_ALLOWED'>

/** Committing the door and looking at the watch once more, together. */
const doorMs = 2000

const inMs = (config: DeliveryValues, name: Limit): number => config[name] * (name.endsWith('_S') ? 1000 : 1)

/** The inner limit, with what else must fit, ends before the outer one. */
function within(inner: readonly [Limit, ...Limit[]], outer: Limit, besidesMs = 0): ConfigRule<DeliveryValues> {
  const besides = [...inner.slice(1), ...(besidesMs === 0 ? [] : [`${besidesMs} ms`])]
  const sum = besides.length === 0 ? '' : `, together with ${besides.join(' and ')},`
  return {
    variables: [...inner, outer],
    problem: `must${sum} be less than ${outer}`,
    broken: (config) => inner.reduce((total, name) => total + inMs(config, name), besidesMs) >= inMs(config, outer),
  }
}

/** Shorter ones could call a send over that is still on its way: a grade could arrive twice. */
const productionMinima = [
  ['DELIVERY_LEASE_S', 60], ['DELIVERY_OPEN_LEASE_S', 65], ['DELIVERY_REAPER_S', 15],
] as const

export const deliveryRules: readonly ConfigRule<DeliveryValues>[] = [
  within(['CALLBACK_CONNECT_TIMEOUT_MS'], 'CALLBACK_LOOK_TIMEOUT_MS'),
  within(['CALLBACK_CONNECT_TIMEOUT_MS'], 'CALLBACK_HEADERS_TIMEOUT_MS'),
  within(['CALLBACK_HEADERS_TIMEOUT_MS'], 'CALLBACK_TOTAL_TIMEOUT_MS'),
  within(['CALLBACK_LOOK_TIMEOUT_MS', 'CALLBACK_CONNECT_TIMEOUT_MS'], 'DELIVERY_LEASE_S', doorMs),
  within(['CALLBACK_TOTAL_TIMEOUT_MS'], 'DELIVERY_OPEN_LEASE_S', doorMs),
  within(['CALLBACK_TOTAL_TIMEOUT_MS'], 'SHUTDOWN_GRACE_S', 1000),
  within(['DELIVERY_OPEN_LEASE_S'], 'DELIVERY_SETTLE_S'),
  ...productionMinima.map(([name, minimum]): ConfigRule<DeliveryValues> => ({
    variables: [name], problem: `must be at least ${minimum} in production`,
    broken: (config) => config.production && config[name] < minimum,
  })),
  {
    variables: ['CALLBACK_ALLOWED', 'UPSTREAM_ALLOW_HTTP'],
    problem: 'must be https in production, unless UPSTREAM_ALLOW_HTTP is 1',
    broken: ({ production, CALLBACK_ALLOWED, UPSTREAM_ALLOW_HTTP }) =>
      production && !UPSTREAM_ALLOW_HTTP && CALLBACK_ALLOWED.some(({ pattern }) => pattern.startsWith('http:')),
  },
]
