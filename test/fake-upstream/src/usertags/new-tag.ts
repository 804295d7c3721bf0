import type { JsonObject } from '../http/json.ts'
import { HttpError } from '../http/http-error.ts'
import { jsonReply } from '../http/reply.ts'
import type { UserTag } from '../world/tag.ts'

type NewTag = Pick<UserTag, 'slug' | 'name' | 'description' | 'visibleToStudents' | 'color'>

const limits = { slug: 20, name: 20, description: 155 } as const

/** The fields of a POST. Throws a 400 that names every wrong field. */
export function readNewTag(body: JsonObject): NewTag {
  const errors: Record<string, string[]> = {}
  const text = (field: keyof typeof limits, required: boolean): string => {
    const value = body[field]
    if (value === undefined || value === null) {
      if (required) errors[field] = ['This field is required.']
      return ''
    }
    if (typeof value !== 'string' && typeof value !== 'number') errors[field] = ['Not a valid string.']
    const given = typeof value === 'string' ? value.trim() : JSON.stringify(value)
    if (required && given === '') errors[field] = ['This field may not be blank.']
    const limit = limits[field]
    if (given.length > limit) errors[field] = [`Ensure this field has no more than ${limit} characters.`]
    return given
  }
  const tag = { slug: text('slug', true), name: text('name', true), description: text('description', false) }
  if (errors['slug'] === undefined && !/^[-a-zA-Z0-9_]+$/.test(tag.slug)) {
    errors['slug'] = ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.']
  }
  const color = body['color'] ?? '#CD0000'
  if (typeof color !== 'string' || !/^#[0-9a-fA-F]{6}$/.test(color)) errors['color'] = ['Enter a valid color.']
  if (Object.keys(errors).length > 0) throw new HttpError(jsonReply(errors, 400))
  const visibleToStudents = isTrue(body['visible_to_students'])
  return { ...tag, color: typeof color === 'string' ? color : '', visibleToStudents }
}

/** A slug that is taken is not an error: characters are appended until it is free. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  let slug = wanted
  for (let attempt = 0; taken.has(slug); attempt += 1) {
    const ending = attempt.toString(36)
    slug = `${wanted.slice(0, limits.slug - ending.length)}${ending}`
  }
  return slug
}

function isTrue(value: JsonObject[string] | undefined): boolean {
  if (typeof value === 'string') return ['true', 'on', '1', 'yes'].includes(value.toLowerCase())
  return value === true || value === 1
}
