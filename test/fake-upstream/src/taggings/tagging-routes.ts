import { teacherOnly } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import type { Json, JsonObject } from '../http/json.ts'
import { isJsonObject } from '../http/json.ts'
import { paginated } from '../http/paginate.ts'
import { readParsedBody } from '../http/parse-body.ts'
import { badRequest, noSuch, HttpError } from '../http/http-error.ts'
import { emptyReply, jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { userBrief } from '../users/render-user.ts'
import type { Tagging, UserTag } from '../world/tag.ts'
import type { User } from '../world/user.ts'

function taggingsOf(call: Call): Tagging[] {
  const tagId = call.request.query.get('tag_id')
  const userIds = call.request.query.getAll('user_id')
  return [...call.world.taggings.values()]
    .filter((tagging) => call.world.tags.get(tagging.tagId)?.courseId === call.course.id)
    .filter((tagging) => tagId === null || String(tagging.tagId) === tagId)
    .filter((tagging) => userIds.length === 0 || userIds.includes(String(tagging.userId)))
    .sort((a, b) => a.userId - b.userId || a.id - b.id)
}

function taggingItem(call: Call, tagging: Tagging): JsonObject {
  const tag = call.world.tags.get(tagging.tagId)
  const base = `/courses/${call.course.id}`
  return {
    id: tagging.id,
    url: call.link(`${base}/taggings/${tagging.id}`),
    user: userBrief(call, call.world.user(tagging.userId)),
    tag: { id: tagging.tagId, url: call.link(`${base}/usertags/${tagging.tagId}`), slug: tag?.slug ?? '' },
  }
}

function requireTag(call: Call, body: JsonObject): UserTag {
  const wanted = isJsonObject(body['tag']) ? body['tag']['slug'] : undefined
  const tag = call.world.tagsOf(call.course.id).find(({ slug }) => slug === wanted)
  if (tag === undefined) throw noSuch('UserTag')
  return tag
}

function findUser(call: Call, wanted: Json | undefined): User {
  const given = isJsonObject(wanted) ? wanted : {}
  const user = [...call.world.users.values()].find(
    (candidate) =>
      candidate.id === given['id'] ||
      candidate.username === given['username'] ||
      candidate.email === given['email'] ||
      (candidate.studentId !== null && candidate.studentId === given['student_id']),
  )
  if (user === undefined) throw noSuch('UserProfile')
  return user
}

function hasTag(call: Call, tag: UserTag, userId: number): boolean {
  return call.world.tagSlugsOf(tag.courseId, userId).includes(tag.slug)
}

function addMany(call: Call, tag: UserTag, userIds: readonly Json[]): { results: JsonObject[]; errors: Json[] } {
  const results: JsonObject[] = []
  const errors: Json[] = []
  for (const userId of userIds) {
    if (typeof userId !== 'number' || !call.world.users.has(userId)) {
      errors.push({ user_id: userId, error: 'Not found.' })
    } else if (hasTag(call, tag, userId)) errors.push({ user_id: userId, error: 'Already tagged.' })
    else results.push(taggingItem(call, call.world.addTagging(tag.id, userId)))
  }
  return { results, errors }
}

export const taggingRoutes: readonly Route[] = [
  {
    operation: 'listTaggings',
    method: 'GET',
    path: '/courses/{courseId}/taggings',
    allow: teacherOnly,
    handle: (call) => paginated(call, taggingsOf(call), (tagging) => taggingItem(call, tagging)),
  },
  {
    operation: 'createTaggings',
    method: 'POST',
    path: '/courses/{courseId}/taggings',
    allow: teacherOnly,
    handle: (call) => {
      const body = readParsedBody(call.request)
      const tag = requireTag(call, body)
      const userIds = body['user_ids']
      if (Array.isArray(userIds)) {
        const { results, errors } = addMany(call, tag, userIds as readonly Json[])
        if (results.length === 0) throw new HttpError(jsonReply({ created: 0, results, errors }, 400))
        return jsonReply({ created: results.length, results, ...(errors.length > 0 ? { errors } : {}) }, 201)
      }
      const user = findUser(call, body['user'])
      if (hasTag(call, tag, user.id)) {
        throw new HttpError(jsonReply([`User ${user.username} already has tag ${tag.slug}`], 400))
      }
      return jsonReply(taggingItem(call, call.world.addTagging(tag.id, user.id)), 201)
    },
  },
  {
    operation: 'deleteTaggings',
    method: 'DELETE',
    path: '/courses/{courseId}/taggings',
    allow: teacherOnly,
    handle: (call) => {
      if (!call.request.query.has('tag_id')) throw badRequest('tag_id is required')
      for (const tagging of taggingsOf(call)) call.world.removeTagging(tagging.id)
      return emptyReply(204)
    },
  },
  {
    operation: 'deleteTagging',
    method: 'DELETE',
    path: '/courses/{courseId}/taggings/{taggingId}',
    allow: teacherOnly,
    handle: (call) => {
      const tagging = taggingsOf(call).find(({ id }) => id === call.id('taggingId'))
      if (tagging === undefined) throw noSuch('UserTagging')
      call.world.removeTagging(tagging.id)
      return emptyReply(204)
    },
  },
]
