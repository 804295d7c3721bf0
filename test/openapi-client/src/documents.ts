import { join } from 'node:path'

/** Where the committed documents are. */
export const documentFolder = join(import.meta.dirname, '../../../libs/contracts/openapi')

/** The names of the committed documents, one for each boundary. */
export const documents = ['public-v1', 'frontend-internal', 'manual-grading'] as const
