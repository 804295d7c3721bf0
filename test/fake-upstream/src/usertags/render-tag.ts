import type { Call } from '../http/call.ts'
import type { JsonObject } from '../http/json.ts'
import { builtInTags, fontIsWhite, type UserTag } from '../world/tag.ts'

export function tagDetail(call: Call, tag: UserTag): JsonObject {
  const base = `/courses/${tag.courseId}`
  return {
    id: tag.id,
    url: call.link(`${base}/usertags/${tag.id}`),
    slug: tag.slug,
    name: tag.name,
    description: tag.description,
    visible_to_students: tag.visibleToStudents,
    ...colors(tag.color),
    taggings: taggingsLink(call, tag),
  }
}

/** The two tags at the head of the first page, which have neither ids nor links. */
export function builtInTagDetails(): JsonObject[] {
  return builtInTags.map((tag) => ({
    id: null,
    url: null,
    slug: tag.slug,
    name: tag.name,
    description: tag.description,
    visible_to_students: true,
    ...colors(tag.color),
    taggings: null,
  }))
}

function taggingsLink(call: Call, tag: UserTag): string {
  const link = call.link(`/courses/${tag.courseId}/taggings`)
  return `${link}${link.includes('?') ? '&' : '?'}tag_id=${tag.id}`
}

function colors(color: string): JsonObject {
  const white = fontIsWhite(color)
  return { color, font_white: white, font_color: white ? '#FFF' : '#000' }
}
