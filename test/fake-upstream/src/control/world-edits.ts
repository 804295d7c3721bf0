import { setTimeout as sleep } from 'node:timers/promises'
import type { CourseRole, EnrolmentStatus } from '../world/course.ts'
import { type Review, reviewSubmission } from '../submissions/review-submission.ts'
import { contentOf, type GivenContent, type GivenFile } from './given-file.ts'
import type { NewUser } from '../world/user.ts'
import type { CalledServices, World } from '../world/world.ts'

/** A change of the world that another process may request. */
export type WorldEdit =
  | { edit: 'addUser'; user: NewUser }
  | { edit: 'setRole'; courseId: number; userId: number; role: CourseRole; status?: EnrolmentStatus }
  | { edit: 'removeRole'; courseId: number; userId: number }
  | { edit: 'setActive'; userId: number; isActive: boolean }
  | { edit: 'regenerateToken'; userId: number }
  | { edit: 'revokeToken'; userId: number }
  | { edit: 'setRoleCourseLists'; present: boolean }
  | { edit: 'addTag'; courseId: number; slug: string; name: string }
  | {
      edit: 'addSubmission'
      exerciseId: number
      submitterIds: number[]
      answers?: [string, string][]
      files?: GivenFile[]
    }
  | { edit: 'removeSubmission'; submissionId: number }
  /** Replaces the content of a file; null if it is to be gone. */
  | { edit: 'setFile'; submissionId: number; fileId: number; content: GivenContent | null }
  | ({ edit: 'review'; submissionId: number } & Review)
  | { edit: 'setCalledServiceMs'; service: keyof CalledServices; ms: number }

/** Applies the edit and returns its result; throws if the edit or an object is unknown. */
export function applyEdit(world: World, given: unknown): object {
  const asked = given as WorldEdit
  switch (asked.edit) {
    case 'addUser': {
      const { id, token } = world.addUser(asked.user)
      return { userId: id, token }
    }
    case 'setRole':
      world.setRole(asked.courseId, asked.userId, asked.role, asked.status)
      return { ok: true }
    case 'removeRole':
      world.removeRole(asked.courseId, asked.userId)
      return { ok: true }
    case 'setActive':
      world.setActive(asked.userId, asked.isActive)
      return { ok: true }
    case 'regenerateToken':
      return { token: world.regenerateToken(asked.userId) }
    case 'revokeToken':
      world.revokeToken(asked.userId)
      return { ok: true }
    case 'setRoleCourseLists':
      world.features.roleCourseLists = asked.present
      return { ok: true }
    case 'addTag':
      return { tagId: world.addTag({ courseId: asked.courseId, slug: asked.slug, name: asked.name }).id }
    case 'addSubmission': {
      const { exerciseId, submitterIds, answers = [] } = asked
      const files = (asked.files ?? []).map(({ filename, paramName = 'file1', content }) => ({
        id: world.nextId(),
        filename,
        paramName,
        content: contentOf(content),
      }))
      const { id } = world.addSubmission({ exerciseId: world.exercise(exerciseId).id, submitterIds, answers, files })
      return { submissionId: id, fileIds: files.map((file) => file.id) }
    }
    case 'setFile': {
      const file = world.submission(asked.submissionId).files.find(({ id }) => id === asked.fileId)
      if (file === undefined) throw new Error(`no file ${asked.fileId}`)
      file.content = asked.content === null ? null : contentOf(asked.content)
      return { ok: true }
    }
    case 'removeSubmission':
      world.removeSubmission(asked.submissionId)
      return { ok: true }
    case 'review':
      reviewSubmission(world, world.submission(asked.submissionId), asked)
      return { ok: true }
    case 'setCalledServiceMs':
      if (!['grading', 'postGradingHook'].includes(asked.service)) throw new Error(`unknown service ${asked.service}`)
      // The timer must not keep a process alive whose server has been closed.
      world.calledServices[asked.service] = () => sleep(asked.ms, undefined, { ref: false })
      return { ok: true }
    default:
      throw new Error(`unknown edit ${JSON.stringify(given)}`)
  }
}
