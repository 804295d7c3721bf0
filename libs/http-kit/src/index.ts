export { clientAddress, clientHost, clientNetwork } from './request/client-address.ts'
export { createCommandLogger } from './telemetry/command-logger.ts'
export { baseUrl } from './config/config-url.ts'
export {
  choice,
  integer,
  keyRing,
  list,
  optional,
  renamed,
  secret,
  text,
  type Variable,
} from './config/config-variable.ts'
export type { KeyRing } from './config/key-ring-text.ts'
export { createApp } from './operations/create-app.ts'
export { nameRoute, requestIdOf } from './operations/request-record.ts'
export type { Problem } from './reply/problem.ts'
export { createBodySlots } from './request/body-slots.ts'
export { createPersonSlots } from './request/person-slots.ts'
export { readBody } from './request/read-body.ts'
export { validJson } from './request/valid-json.ts'
export { createValidator } from '@course-grading/validation'
export { parseBearerAuthorization, parseTokenAuthorization } from './request/credentials.ts'
export { createDatabaseMetrics, createUpstreamMetrics, watchDatabasePool } from './telemetry/dependency-metrics.ts'
export { createHttpMetrics } from './telemetry/http-metrics.ts'
export { errorFacts } from './telemetry/error-facts.ts'
export { developmentSecrets } from './config/development-secrets.ts'
export type { Handlers } from './operations/handler.ts'
export { internalProblemStyle } from './reply/internal-problem-style.ts'
export { createLogger, type Logger } from './telemetry/logger.ts'
export type { LogFields } from './telemetry/log-fields.ts'
export { createMetrics, type Metrics, watchValue, watchValues } from './telemetry/metrics.ts'
export { itemsThatFit, pageReply } from './reply/page.ts'
export type { ProblemStyle } from './reply/problem.ts'
export {
  defineConfig,
  describeConfig,
  readConfig,
  readConfigOrExit,
  type Config,
  type ConfigDefinition,
  type ConfigOf,
  type ConfigRule,
  type VariableDescription,
} from './config/read-config.ts'
export { HttpError } from './errors/http-error.ts'
export { replyWithSubject } from './operations/reply-with-subject.ts'
export { checkReplies } from './reply/reply-check.ts'
export { reportStandingChanges } from './telemetry/report-standing-changes.ts'
export { runService, type ServiceContext, type ServiceVariables } from './server/run-service.ts'
export { serveOperations, type Authentication, type Authorization } from './operations/serve-operations.ts'
export { createSecretCheck } from './request/service-secret.ts'
export {
  databaseRules,
  databaseVariables,
  explicitProxyHops,
  processRules,
  processVariables,
  upstreamRules,
  upstreamVariables,
} from './config/shared-variables.ts'
export { isLoopback } from '@course-grading/outbound/loopback'
export { foreignRoleError, StartError } from './config/start-error.ts'
export { startService, type OpenedService } from './server/start-service.ts'
export { createTokenBuckets, type TokenBuckets } from './request/token-buckets.ts'
