import { composeCourseSettings, type CourseSettings, type CourseTag } from './course-settings.ts'

export interface UpstreamTag extends CourseTag {
  readonly tagId: number
}

export interface TagGone {
  readonly code: 'tag_gone'
  readonly slug: string
}

interface TagRefreshPlan {
  /** Null when nothing that the document shows changes. */
  readonly next: CourseSettings | null
  /** All tags of the document from now on, with what the document does not show. */
  readonly tags: readonly { readonly slug: string; readonly upstreamId: number | null; readonly gone: boolean }[]
  readonly warnings: readonly TagGone[]
}

/** Tags in upstream's order. A vanished tag in use stays last, with a warning, until unused or back. Undefined keeps `ltiLoginUrl`. */
export function planTagRefresh(
  current: CourseSettings,
  upstreamTags: readonly UpstreamTag[],
  ltiLoginUrl: string | null | undefined,
): TagRefreshPlan {
  const slugs = new Set(upstreamTags.map((tag) => tag.slug))
  const used = usedTags(current)
  const gone = current.tags.filter((tag) => !slugs.has(tag.slug) && used.has(tag.slug))
  const kept = {
    ...current,
    tags: [...upstreamTags, ...gone],
    ltiLoginUrl: ltiLoginUrl === undefined ? current.ltiLoginUrl : ltiLoginUrl,
  }
  const unchanged =
    JSON.stringify(composeCourseSettings(kept, current)) === JSON.stringify(composeCourseSettings(current, current))
  return {
    next: unchanged ? null : composeCourseSettings({ ...kept, revision: current.revision + 1 }, current),
    tags: [
      ...upstreamTags.map((tag) => ({ slug: tag.slug, upstreamId: tag.tagId, gone: false })),
      ...gone.map((tag) => ({ slug: tag.slug, upstreamId: null, gone: true })),
    ],
    warnings: gone.map(({ slug }) => ({ code: 'tag_gone', slug })),
  }
}

function usedTags(settings: CourseSettings): Set<string> {
  return new Set([
    ...settings.visibleTagSlugs,
    ...settings.graders.flatMap((grader) => [...(grader.feedbackTags ?? []), ...(grader.gradingTags ?? [])]),
  ])
}
