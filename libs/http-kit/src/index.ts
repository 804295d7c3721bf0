export { clientAddress } from './client-address.ts'
export { parseOrigin, parsePlainUrl } from './config-url.ts'
export { choice, integer, keyRing, list, optional, secret, type Variable } from './config-variable.ts'
export { createApp } from './create-app.ts'
export { parseTokenAuthorization } from './credentials.ts'
export {
  createDatabaseMetrics, createTokenCacheMetrics, createUpstreamMetrics, watchDatabasePool, type TokenCacheOutcome,
} from './dependency-metrics.ts'
export { defineHandler, type Answer, type Handlers } from './handler.ts'
export { internalProblemStyle } from './internal-problem-style.ts'
export type { KeyRing } from './key-ring-text.ts'
export { createLogger, type Logger } from './logger.ts'
export { createMetrics } from './metrics.ts'
export { etagOf } from './preconditions.ts'
export type { ProblemStyle } from './problem.ts'
export {
  defineConfig, describeConfig, readConfig, type ConfigDefinition, type ConfigOf, type ConfigRule, type VariableDescription,
} from './read-config.ts'
export { Refusal } from './refusal.ts'
export { runService, type Equipment } from './run-service.ts'
export { serveOperations, type Authentication } from './serve-operations.ts'
export { createSecretCheck } from './service-secret.ts'
export { databaseVariables, processRules, processVariables, upstreamRules, upstreamVariables } from './shared-variables.ts'
export { startService, type OpenedService } from './start-service.ts'
