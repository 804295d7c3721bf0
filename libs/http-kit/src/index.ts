export { clientAddress, clientNetwork } from './client-address.ts'
export { createCommandLogger } from './command-logger.ts'
export { parseOrigin, parsePlainUrl } from './config-url.ts'
export { choice, integer, keyRing, list, optional, secret, type Variable } from './config-variable.ts'
export { countStandingChanges } from './count-standing-changes.ts'
export { createApp } from './create-app.ts'
export { parseBearerAuthorization, parseTokenAuthorization } from './credentials.ts'
export {
  createDatabaseMetrics, createTokenCacheMetrics, createUpstreamMetrics, watchDatabasePool, watchSessions, type TokenCacheOutcome,
} from './dependency-metrics.ts'
export { errorFacts } from './error-facts.ts'
export { developmentSecrets } from './development-secrets.ts'
export type { AccessOf, Call, CallerOf, Handler, Handlers, KnownCaller } from './handler.ts'
export { internalProblemStyle } from './internal-problem-style.ts'
export type { KeyRing } from './key-ring-text.ts'
export { createLogger, type Logger } from './logger.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { fitting, pageReply, type PageRequest } from './page.ts'
export { etagOf } from './preconditions.ts'
export type { ProblemStyle } from './problem.ts'
export {
  defineConfig, describeConfig, readConfig, readConfigOrExit, type Config, type ConfigDefinition, type ConfigOf, type ConfigRule,
  type VariableDescription,
} from './read-config.ts'
export { Refusal, type RefusalCode } from './refusal.ts'
export { type CheckReply, checkReplies } from './reply-check.ts'
export { runService, type Equipment, type ServiceVariables } from './run-service.ts'
export { serveOperations, type Authentication, type Authorization } from './serve-operations.ts'
export { createSecretCheck } from './service-secret.ts'
export {
  databaseRules, databaseVariables, processRules, processVariables, settleRules, settleVariables, upstreamRules, upstreamVariables,
} from './shared-variables.ts'
export { StartRefusal } from './start-refusal.ts'
export { startService, type OpenedService } from './start-service.ts'
export { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'
