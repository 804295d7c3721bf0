import type { CourseRole } from '../world/course.ts'
import type { FileContent } from '../world/submission.ts'
import type { World } from '../world/world.ts'

/** A change of the world that another process may request. */
export type WorldEdit =
  | { edit: 'setRole'; courseId: number; userId: number; role: CourseRole }
  | { edit: 'setSubmitters'; submissionId: number; submitterIds: number[] }
  | { edit: 'addSubmission'; exerciseId: number; submitterIds: number[]; files?: GivenFile[] }

/** A file of a submission as JSON can say it. */
interface GivenFile {
  filename: string
  content: Extract<FileContent, { kind: 'pattern' }>
}

/** Applies the edit and returns its result; throws if the edit or an object is unknown. */
export function applyEdit(world: World, given: unknown): object {
  const asked = given as WorldEdit
  switch (asked.edit) {
    case 'setRole':
      world.setRole(asked.courseId, asked.userId, asked.role)
      return { ok: true }
    case 'setSubmitters':
      world.setSubmitters(asked.submissionId, asked.submitterIds)
      return { ok: true }
    case 'addSubmission': {
      const { exerciseId, submitterIds } = asked
      const files = (asked.files ?? []).map((file) => ({ id: world.nextId(), paramName: 'file1', ...file }))
      const { id } = world.addSubmission({ exerciseId: world.exercise(exerciseId).id, submitterIds, files })
      return { submissionId: id, fileIds: files.map((file) => file.id) }
    }
    default:
      throw new Error(`unknown edit ${JSON.stringify(given)}`)
  }
}
