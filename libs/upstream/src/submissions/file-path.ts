import { pathId } from '../path-id.ts'

export function filePath(submissionId: number, fileId: number): string {
  return `/submissions/${pathId(submissionId)}/files/${pathId(fileId)}`
}
