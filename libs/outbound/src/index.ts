export { parseAllowance, parseAllowedOrigin, type AllowedOrigin } from './allowance.ts'
export { ConnectionError } from './connection-error.ts'
export {
  openConnection,
  type ConnectionOptions,
  type ConnectionTarget,
  type FreshConnection,
  type ResolveName,
} from './open-connection.ts'
