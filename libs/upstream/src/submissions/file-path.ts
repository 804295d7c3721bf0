import { pathId } from '../call/path-id.ts'

export function filePath(submissionId: number, fileId: number): string {
  return `/submissions/${pathId(submissionId)}/files/${pathId(fileId)}`
}
