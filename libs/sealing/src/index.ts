export { capabilityContext } from './capability-context.ts'
export { createSealer, type Opened, type Sealed, type Sealer, type SealerOptions } from './sealer.ts'
export { sessionTokenContext } from './session-token-context.ts'
export { keyIdOf } from './stored-form.ts'
