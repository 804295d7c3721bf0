import type { CourseSettingsDocument, CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import type { SettingsRevisionDetail } from '@course-grading/contracts/settings/settings-revision'
import { writablePart } from '@course-grading/settings-comparison/leaves'
import { compareThreeWays, mergeTheirs } from '@course-grading/settings-comparison/three-way'
import type { Visit } from '../http/visit.ts'
import { type Refusal, type Versioned, writeOver } from '../layout/forms/write-over.ts'

export type CourseGrader = CourseSettingsUpdate['graders'][number]
export type CourseTag = CourseSettingsDocument['tags'][number]

/** A revision of the settings, with who wrote it and when. */
export interface SettingsAt extends Versioned<CourseSettingsUpdate> {
  readonly tags: readonly CourseTag[]
  readonly ltiLoginUrl: string | null
  readonly by: SettingsRevisionDetail['by']
  readonly at: string
}

/** What a form was drawn from. @throws FrontendTransportError not_found */
export async function readSettingsAt(
  { boundary, requestId }: Visit,
  courseId: number,
  revision: number,
): Promise<SettingsAt> {
  const { body } = await boundary.getSettingsRevision({ params: { courseId, revision }, requestId })
  const { document, by, at } = body
  return {
    revision,
    document: writablePart(document),
    tags: document.tags,
    ltiLoginUrl: document.ltiLoginUrl ?? null,
    by,
    at,
  }
}

export async function readSettings(
  { boundary, requestId }: Visit,
  courseId: number,
): Promise<Versioned<CourseSettingsUpdate>> {
  const { body } = await boundary.getCourseSettings({ params: { courseId }, requestId })
  return { revision: body.revision, document: writablePart(body) }
}

interface SettingsWrite {
  readonly courseId: number
  readonly base: Versioned<CourseSettingsUpdate>
  readonly mine: CourseSettingsUpdate
}

/** Writes the settings as `course-settings` does: `conflicts` are JSONPaths of leaves. Resolves to null once they are written. */
export async function writeSettings(
  visit: Visit,
  { courseId, base, mine }: SettingsWrite,
): Promise<Refusal<CourseSettingsUpdate> | null> {
  const { boundary, requestId } = visit
  return await writeOver({
    base,
    mine,
    write: (body, on) => boundary.putCourseSettings({ params: { courseId }, body, ifMatch: `"${on}"`, requestId }),
    readStanding: () => readSettings(visit, courseId),
    compare: (from, own, theirs) => {
      const compared = compareThreeWays([from], own, theirs)
      return { merged: mergeTheirs(own, compared), conflicts: compared.conflicts.map(({ path }) => path) }
    },
  })
}
