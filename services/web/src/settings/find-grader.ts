import { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Visit } from '../http/visit.ts'
import type { OpenGrader } from './graders-fields.ts'
import { readSettings } from './write-settings.ts'

export type FoundGrader =
  | { readonly userId: number }
  /** Why there is nobody, by the code of its fault. */
  | { readonly code: string }

/** The person whom an open line means. An e-mail address is asked of A+, by a file of graders that is checked and not written. */
export async function findGrader(visit: Visit, courseId: number, open: OpenGrader): Promise<FoundGrader> {
  const typed = open.person === '' ? open.staff : open.person
  if (open.userId !== null) return { userId: open.userId }
  if (typed === '') return { code: 'required' }
  if (/^[1-9]\d{0,15}$/.test(typed) && Number.isSafeInteger(Number(typed))) return { userId: Number(typed) }
  if (!/^[^\s"';]{1,300}@[^\s"';]{1,300}$/.test(typed)) return { code: 'noPerson' }
  const { boundary, requestId } = visit
  // What was written since the form was drawn is compared at the save.
  const { revision, document } = await readSettings(visit, courseId)
  try {
    const { body } = await boundary.importGraders({
      params: { courseId },
      query: { dryRun: true },
      body: `email;languages;feedbackTags;gradingTags\n"${typed}";"${document.languages[0]}";"";""\n`,
      ifMatch: `"${revision}"`,
      requestId,
    })
    const [grader] = body.graders
    return grader === undefined ? { code: 'unknownAddress' } : { userId: grader.userId }
  } catch (error) {
    if (!(error instanceof FrontendTransportError) || error.status !== 400) throw error
    return { code: error.fieldErrors.some(({ code }) => code === 'invalid_value') ? 'sharedAddress' : 'unknownAddress' }
  }
}
