import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { createTransport, type Transport, type TransportOptions } from './create-transport.ts'

export type FrontendTransport = Transport<typeof frontendInternal>

/** Makes the client of the frontend-internal boundary. One is enough for a whole frontend and everybody who uses it. */
export function createFrontendTransport(options: TransportOptions): FrontendTransport {
  return createTransport(frontendInternal, options)
}
