import type { Grader } from '../settings/course-settings.ts'
import { mayGradeSubmission } from './may-grade-submission.ts'

type RestrictedGrader = Pick<Grader, 'languages' | 'gradingTags'>

interface WaitingGroup {
  readonly language: string
  /** The submitters' tags together, at least those by which a grader is restricted. */
  readonly tags: readonly string[]
  readonly count: number
}

interface WaitingWork {
  readonly exerciseId: number
  readonly exerciseName: string | null
  readonly groups: readonly WaitingGroup[]
}

interface StuckWork {
  readonly exerciseId: number
  readonly exerciseName: string | null
  readonly languages: readonly { readonly language: string; readonly count: number }[]
  readonly byTags: number
}

interface WaitingShares {
  /** How much waiting work each grader may grade, in the graders' order. */
  readonly mayGrade: readonly number[]
  /** Waiting work that none of them may grade; nothing without graders. */
  readonly stuck: readonly StuckWork[]
}

/** Each grader is asked once for a language and tags, however many exercises have such work. */
export function shareWaiting(
  graders: readonly RestrictedGrader[],
  courseLanguages: readonly string[],
  work: readonly WaitingWork[],
): WaitingShares {
  const admits = (grader: RestrictedGrader, { language, tags }: Pick<WaitingGroup, 'language' | 'tags'>) =>
    mayGradeSubmission(grader, { language, courseLanguages, submitterTags: tags })
  const kinds = [...kindsOf(work)]
  const shares = graders.map((grader) => kinds.filter(([, kind]) => admits(grader, kind)))
  const admitted = new Set(shares.flatMap((share) => share.map(([key]) => key)))
  const isRead = (language: string) => graders.some(({ languages }) => admits({ languages }, { language, tags: [] }))
  const stuckOf = ({ exerciseId, exerciseName, groups }: WaitingWork): StuckWork[] => {
    const left = groups.filter((group) => !admitted.has(keyOf(group)))
    if (graders.length === 0 || left.length === 0) return []
    const unread = courseLanguages.filter((language) => !isRead(language))
    const inUnread = unread.map((language) => ({
      language,
      count: countOf(left.filter((group) => group.language === language)),
    }))
    const languages = inUnread.filter(({ count }) => count > 0)
    return [{ exerciseId, exerciseName, languages, byTags: countOf(left) - countOf(languages) }]
  }
  return { mayGrade: shares.map((share) => countOf(share.map(([, kind]) => kind))), stuck: work.flatMap(stuckOf) }
}

const keyOf = ({ language, tags }: WaitingGroup): string => JSON.stringify([language, ...tags])

function kindsOf(work: readonly WaitingWork[]): ReadonlyMap<string, WaitingGroup> {
  const kinds = new Map<string, WaitingGroup>()
  for (const group of work.flatMap(({ groups }) => groups)) {
    const key = keyOf(group)
    kinds.set(key, { ...group, count: group.count + (kinds.get(key)?.count ?? 0) })
  }
  return kinds
}

const countOf = (groups: readonly { readonly count: number }[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)
