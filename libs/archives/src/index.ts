export { archive } from './archive.ts'
export type {
  AbsentStatus,
  ArchivedFile,
  ArchivedSubmission,
  MissingStatus,
  OpenedFile,
} from './archived-submission.ts'
export { keepAlive } from './keep-alive.ts'
export { safeEntryName } from './safe-entry-name.ts'
