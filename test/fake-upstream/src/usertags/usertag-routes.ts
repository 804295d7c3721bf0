import { teacherOnly } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { paginated } from '../http/paginate.ts'
import { readParsedBody } from '../http/parse-body.ts'
import { noSuch } from '../http/http-error.ts'
import { emptyReply, jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { builtInTags, type UserTag } from '../world/tag.ts'
import { freeSlug, readNewTag } from './new-tag.ts'
import { builtInTagDetails, tagDetail } from './render-tag.ts'

function requireTag(call: Call): UserTag {
  const tag = call.world.tags.get(call.id('tagId'))
  if (tag === undefined || tag.courseId !== call.course.id) throw noSuch('UserTag')
  return tag
}

export const userTagRoutes: readonly Route[] = [
  {
    operation: 'listUserTags',
    method: 'GET',
    path: '/courses/{courseId}/usertags',
    allow: teacherOnly,
    handle: (call) => {
      const own = call.world.tagsOf(call.course.id)
      const rows = [...builtInTagDetails().map((item) => () => item), ...own.map((tag) => () => tagDetail(call, tag))]
      return paginated(call, rows, (render) => render())
    },
  },
  {
    operation: 'createUserTag',
    method: 'POST',
    path: '/courses/{courseId}/usertags',
    allow: teacherOnly,
    handle: (call) => {
      const given = readNewTag(readParsedBody(call.request))
      const own = call.world.tagsOf(call.course.id).map((tag) => tag.slug)
      const taken = new Set([...builtInTags.map((tag) => tag.slug), ...own])
      const tag = call.world.addTag({ ...given, courseId: call.course.id, slug: freeSlug(given.slug, taken) })
      const url = call.link(`/courses/${tag.courseId}/usertags/${tag.id}`)
      return jsonReply(tagDetail(call, tag), 201, { Location: url })
    },
  },
  {
    operation: 'readUserTag',
    method: 'GET',
    path: '/courses/{courseId}/usertags/{tagId}',
    allow: teacherOnly,
    handle: (call) => jsonReply(tagDetail(call, requireTag(call))),
  },
  {
    operation: 'deleteUserTag',
    method: 'DELETE',
    path: '/courses/{courseId}/usertags/{tagId}',
    allow: teacherOnly,
    handle: (call) => {
      call.world.removeTag(requireTag(call).id)
      return emptyReply(204)
    },
  },
]
