export { createFrontendTransport, type FrontendTransport } from './create-frontend-transport.ts'
export type { TransportLimits, TransportOptions } from './create-transport.ts'
export type {
  Answer,
  AnswerHead,
  AnswerOf,
  CallOf,
  CallOptions,
  SessionCallOf,
  SessionMethods,
  StreamedAnswer,
} from './method.ts'
export { FrontendTransportError, type FailureKind, type FieldError } from './transport-error.ts'
