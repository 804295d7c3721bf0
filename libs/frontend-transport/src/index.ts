export { createFrontendTransport, type FrontendTransport } from './create-frontend-transport.ts'
export type { CallEnd, TransportLimits, TransportOptions } from './create-transport.ts'
export type {
  BufferedReply,
  ReplyHead,
  CallReplyOf,
  CallOf,
  CallOptions,
  SessionCallOf,
  SessionMethods,
  StreamedReply,
} from './method.ts'
export { FrontendTransportError, type FailureKind, type FieldError } from './transport-error.ts'
