export { isAddressAllowed } from './address-rules.ts'
export { parseAllowance, parseAllowedOrigin, type Allowance, type AllowedOrigin } from './allowance.ts'
export { ConnectionError, type ConnectionErrorReason } from './connection-error.ts'
export {
  openConnection,
  type ConnectionOptions,
  type ConnectionTarget,
  type FreshConnection,
  type ResolveName,
} from './open-connection.ts'
