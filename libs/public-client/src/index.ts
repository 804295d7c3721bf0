export * from './create-public-client.ts'
export { type ApiIssue, PublicApiError } from './public-api-error.ts'
