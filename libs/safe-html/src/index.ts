export { isQuicklySanitised } from './quickly-sanitised.ts'
export { sanitiseFeedback } from './sanitise-feedback.ts'
