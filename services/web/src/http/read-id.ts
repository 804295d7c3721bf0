import { recordIdPattern } from '@course-grading/contracts/schemas/paging'
import { HttpError } from '@course-grading/http-kit'

/** Reads an id of the learning platform in an address. @throws HttpError not_found */
export function readId(text: string | undefined): number {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : NaN
  if (!Number.isSafeInteger(id)) throw new HttpError('not_found')
  return id
}

/** Reads an id of a record of this system in an address. @throws HttpError not_found */
export function readRecordId(text: string | undefined): string {
  if (text === undefined || !new RegExp(recordIdPattern).test(text)) throw new HttpError('not_found')
  return text
}
