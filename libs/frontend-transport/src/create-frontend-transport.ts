import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { createTransport, type Transport, type TransportOptions } from './create-transport.ts'

export type FrontendTransport = Transport<typeof frontendInternal>

/** The client of the frontend-internal boundary: one for the whole frontend, for all of its people. */
export function createFrontendTransport(options: TransportOptions): FrontendTransport {
  return createTransport(frontendInternal, options)
}
