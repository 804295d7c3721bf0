export { archive } from './archive.ts'
export type { ArchivedFile, ArchivedSubmission, MissingStatus } from './archived-submission.ts'
export { keepAlive } from './keep-alive.ts'
export { safeEntryName } from './safe-entry-name.ts'
