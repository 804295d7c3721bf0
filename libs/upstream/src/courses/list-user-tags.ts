import { pageBytes } from '../replies/sizes.ts'
import { walkPages } from '../pages/walk-pages.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { pathId } from '../call/path-id.ts'
import { checkUserTagsReply } from './user-tags-reply.ts'

export interface UserTag {
  readonly tagId: number
  /** Unique in the course. */
  readonly slug: string
  readonly name: string
  readonly description: string
  /** `#rrggbb`, in the case that A+ keeps. */
  readonly color: string
  readonly fontWhite: boolean
  readonly visibleToStudents: boolean
}

/** The course's own tags in the order of A+, which is by name, without the two built-in tags. For teachers only. */
export async function listUserTags(upstream: Upstream, call: UpstreamCall, courseId: number): Promise<UserTag[]> {
  const items = await walkPages(upstream, call, {
    operation: 'listUserTags',
    purpose: 'data',
    path: `/courses/${pathId(courseId)}/usertags`,
    limitBytes: pageBytes,
    read: wholeJson(checkUserTagsReply),
  })
  const ids = new Set<number>()
  const slugs = new Set<string>()
  const tags: UserTag[] = []
  for (const item of items) {
    if (item.id === null || ids.has(item.id) || slugs.has(item.slug)) continue
    ids.add(item.id)
    slugs.add(item.slug)
    tags.push({
      tagId: item.id,
      slug: item.slug,
      name: item.name,
      description: item.description,
      color: item.color,
      fontWhite: item.font_white,
      visibleToStudents: item.visible_to_students,
    })
  }
  return tags
}
