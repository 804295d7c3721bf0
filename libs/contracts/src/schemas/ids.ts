import Type from 'typebox'

/** The largest integer that JSON numbers carry exactly: 2^53 - 1. */
export const maxId = Number.MAX_SAFE_INTEGER

export const upstreamId = (description: string) => Type.Integer({ minimum: 1, maximum: maxId, description })

export const courseParams = Type.Object({
  courseId: upstreamId(
    'Id of the course (course instance) on the learning platform: a decimal without sign or leading zero.',
  ),
})
