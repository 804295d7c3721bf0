export { sanitiseFeedback } from './sanitise-feedback.ts'
