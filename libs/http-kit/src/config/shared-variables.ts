import { choice, flag, integer, optional, text } from './config-variable.ts'
import { baseUrl } from './config-url.ts'
import { logLevels } from '../telemetry/logger.ts'
import type { ConfigRule } from './read-config.ts'

const proxyHops = { about: "how many proxies in front pass on the client's address", min: 0, max: 10 }

/** No default in production, for services with limits by client address: a wrong number makes one client of all, or lets clients lie. */
export const explicitProxyHops = { TRUSTED_PROXY_HOPS: integer({ ...proxyHops, developmentDefault: 0 }) }

export function processVariables(defaults: { readonly port: number; readonly shutdownGraceS: number }) {
  return {
    HOST: text({
      about: 'address to listen on',
      default: '127.0.0.1',
      pattern: '^[A-Za-z0-9.:_-]{1,253}$',
      expects: 'an address or a host name',
    }),
    PORT: integer({ about: 'port of the boundary; 0 takes a free one', default: defaults.port, min: 0, max: 65_535 }),
    OPS_PORT: optional(integer({ about: 'port of health and metrics alone', min: 0, max: 65_535 })),
    TRUSTED_PROXY_HOPS: integer({ ...proxyHops, default: 0 }),
    LOG_LEVEL: choice({ about: 'least level that is logged', default: 'info', words: logLevels }),
    // At least 7: five seconds in which requests are accepted, and one in which connections that are left are cut.
    SHUTDOWN_GRACE_S: integer({
      about: 'seconds from SIGTERM to the end',
      default: defaults.shutdownGraceS,
      min: 7,
      max: 600,
    }),
  }
}

export const processRules: readonly ConfigRule<{ readonly PORT: number; readonly OPS_PORT: number | undefined }>[] = [
  {
    variables: ['OPS_PORT', 'PORT'],
    problem: 'must differ from PORT',
    broken: ({ PORT, OPS_PORT }) => OPS_PORT !== undefined && OPS_PORT !== 0 && OPS_PORT === PORT,
  },
]

/** The time limit of a reply is a sum of such steps, so operators may choose less for a step, but not more. */
const maxOfOneStepMs = 5000

/** `role`: the last part of the database role's name. */
export function databaseVariables(defaults: { readonly role: string }) {
  return {
    DATABASE_URL: text({
      about: 'PostgreSQL, with the role of this service',
      secrecy: 'credential',
      developmentDefault: `postgres://course_grading_${defaults.role}@127.0.0.1:5432/course_grading`,
      pattern: '^postgres(ql)?://[\\x21-\\x7e]+/[\\x21-\\x7e]+$',
      expects: 'a postgres: URL with a database name',
    }),
    DATABASE_POOL_MAX: integer({ about: 'connections at most', default: 10, min: 1, max: 100 }),
    DATABASE_TIMEOUT_MS: integer({
      about: 'statement timeout in milliseconds',
      default: maxOfOneStepMs,
      min: 100,
      max: maxOfOneStepMs,
    }),
    DATABASE_ALLOW_PLAIN: flag({
      about: '1: a remote database without TLS verification is wanted, in production too',
      default: '0',
    }),
  }
}

interface DatabaseValues {
  readonly production: boolean
  readonly DATABASE_URL: string
  readonly DATABASE_ALLOW_PLAIN: boolean
}

/** Functions of libs/data, which this package does not import. */
interface DatabaseUrlReading {
  readonly isReadableDatabaseUrl: (databaseUrl: string) => boolean
  readonly readableDatabaseUrl: string
  readonly isExposedDatabase: (databaseUrl: string) => boolean
}

export const databaseRules = ({
  isReadableDatabaseUrl,
  readableDatabaseUrl,
  isExposedDatabase,
}: DatabaseUrlReading): readonly ConfigRule<DatabaseValues>[] => [
  {
    variables: ['DATABASE_URL'],
    problem: `must be ${readableDatabaseUrl}`,
    broken: ({ DATABASE_URL }) => !isReadableDatabaseUrl(DATABASE_URL),
  },
  {
    variables: ['DATABASE_URL', 'DATABASE_ALLOW_PLAIN'],
    problem: 'must be on this machine or have sslmode=verify-full in production, unless DATABASE_ALLOW_PLAIN is 1',
    broken: ({ production, DATABASE_URL, DATABASE_ALLOW_PLAIN }) =>
      production && !DATABASE_ALLOW_PLAIN && isExposedDatabase(DATABASE_URL),
  },
]

export const upstreamVariables = {
  UPSTREAM_BASE_URL: baseUrl({
    about: 'the learning platform, without /api/v2',
    developmentDefault: 'http://127.0.0.1:8090',
    expects: 'an http or https URL without user, query, fragment and without /api/v2',
    accepts: ({ pathname }) => !/\/api\/v2\/*$/.test(pathname),
  }),
  UPSTREAM_TIMEOUT_MS: integer({
    about: 'limit of one call in milliseconds',
    default: maxOfOneStepMs,
    min: 100,
    max: maxOfOneStepMs,
  }),
  UPSTREAM_CONCURRENCY: integer({ about: 'calls at one time', default: 32, min: 1, max: 1000 }),
  UPSTREAM_ALLOW_HTTP: flag({ about: '1: plain http to upstream is wanted, in production too', default: '0' }),
}

interface UpstreamValues {
  readonly production: boolean
  readonly UPSTREAM_BASE_URL: string
  readonly UPSTREAM_ALLOW_HTTP: boolean
}

export const upstreamRules: readonly ConfigRule<UpstreamValues>[] = [
  {
    variables: ['UPSTREAM_BASE_URL', 'UPSTREAM_ALLOW_HTTP'],
    problem: 'must be https in production, unless UPSTREAM_ALLOW_HTTP is 1',
    broken: ({ production, UPSTREAM_BASE_URL, UPSTREAM_ALLOW_HTTP }) =>
      production && !UPSTREAM_ALLOW_HTTP && UPSTREAM_BASE_URL.startsWith('http:'),
  },
]
