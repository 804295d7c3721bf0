import Type from 'typebox'
import { replyCheck, nullable, text, upstreamId } from '../replies/reply-check.ts'
import { pageOf } from '../pages/walk-pages.ts'

/** The two built-in tags, which begin the first page, have no id. */
const userTagsReply = pageOf(
  Type.Object({
    id: nullable(upstreamId),
    slug: Type.String({ minLength: 1, maxLength: 1000 }),
    name: text,
    description: text,
    visible_to_students: Type.Boolean(),
    color: Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }),
    font_white: Type.Boolean(),
  }),
)

export const checkUserTagsReply = replyCheck(userTagsReply)
