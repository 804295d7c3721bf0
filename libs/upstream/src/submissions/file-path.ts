import { pathId } from '../path-id.ts'

/** Where A+ has the bytes of a file. */
export function filePath(submissionId: number, fileId: number): string {
  return `/submissions/${pathId(submissionId)}/files/${pathId(fileId)}`
}
