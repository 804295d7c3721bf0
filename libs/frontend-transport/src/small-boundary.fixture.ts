import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import Type from 'typebox'

const shared = { tag: 'things', summary: '', description: '', problems: [], timeLimitMs: 300, example: {} } as const
const thing = Type.Object({ name: Type.String(), size: Type.Integer() })
const thingParams = Type.Object({ thingId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const noteParams = Type.Object({ noteId: Type.String({ format: 'uuid' }), slug: Type.String({ minLength: 1 }) })

/** One operation of each kind, with short time limits. */
export const smallBoundary = defineBoundary({
  name: 'small',
  prefix: '/internal/small',
  credentials: { service: 'frontend_secret', person: 'session' },
  checksFirst: 'credential',
  operations: {
    createSession: defineOperation({
      ...shared,
      method: 'post',
      path: '/sessions',
      allow: 'service',
      body: Type.Object({ token: Type.String() }),
      replies: { 201: { description: '', schema: Type.Object({ sessionId: Type.String() }) } },
    }),
    listPublicThings: defineOperation({
      ...shared,
      method: 'get',
      path: '/things/all',
      allow: 'service',
      replies: {
        200: { description: '', schema: Type.Array(thing), etag: true },
        304: { description: '', etag: true },
      },
    }),
    listThings: defineOperation({
      ...shared,
      method: 'get',
      path: '/things',
      allow: 'signed_in',
      query: Type.Object({
        q: Type.Optional(Type.String()),
        limit: Type.Optional(Type.Integer()),
        late: Type.Optional(Type.Boolean()),
      }),
      replies: { 200: { description: '', schema: Type.Object({ items: Type.Array(thing) }) } },
    }),
    getThing: defineOperation({
      ...shared,
      method: 'get',
      path: '/things/{thingId}',
      allow: 'signed_in',
      params: thingParams,
      replies: { 200: { description: '', schema: thing } },
    }),
    getNote: defineOperation({
      ...shared,
      method: 'get',
      path: '/notes/{noteId}/{slug}',
      allow: 'signed_in',
      params: noteParams,
      replies: { 200: { description: '', schema: thing } },
    }),
    putThing: defineOperation({
      ...shared,
      method: 'put',
      path: '/things/{thingId}',
      allow: 'signed_in',
      params: thingParams,
      body: thing,
      ifMatch: true,
      replies: { 204: { description: '', etag: true } },
    }),
    patchThing: defineOperation({
      ...shared,
      method: 'patch',
      path: '/things/{thingId}',
      allow: 'signed_in',
      params: thingParams,
      query: Type.Object({ base: Type.Optional(Type.Integer({ minimum: 1 })) }),
      body: Type.Object({ name: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
      mergePatch: true,
      ifMatch: 'or_base',
      assessmentRevision: true,
      replies: { 204: { description: '', etag: true, assessmentRevision: true } },
    }),
    claimThing: defineOperation({
      ...shared,
      method: 'post',
      path: '/things/{thingId}/claims',
      allow: 'signed_in',
      params: thingParams,
      body: Type.Object({ reason: Type.Optional(Type.String()) }),
      bodyOptional: true,
      replies: { 201: { description: '', schema: thing }, 204: { description: '' } },
    }),
    importThings: defineOperation({
      ...shared,
      method: 'put',
      path: '/things',
      allow: 'signed_in',
      csvBody: true,
      ifMatch: true,
      query: Type.Object({ dryRun: Type.Optional(Type.Boolean()) }),
      replies: { 200: { description: '', schema: thing, etag: true } },
    }),
    getSubmissionContent: defineOperation({
      ...shared,
      method: 'get',
      path: '/content',
      allow: 'signed_in',
      timeLimitMs: 60_000,
      replies: { 200: { description: '', schema: Type.Object({ text: Type.String() }) } },
    }),
    exportThings: defineOperation({
      ...shared,
      method: 'get',
      path: '/things.csv',
      allow: 'signed_in',
      replies: { 200: { description: '', mediaType: 'text/csv' } },
    }),
    getThingArchive: defineOperation({
      ...shared,
      method: 'get',
      path: '/things.zip',
      allow: 'signed_in',
      replies: { 200: { description: '', mediaType: 'application/zip', isUnlimited: true } },
    }),
    exportSlowly: defineOperation({
      ...shared,
      method: 'get',
      path: '/slowly.csv',
      allow: 'signed_in',
      timeLimitMs: 600_000,
      replies: { 200: { description: '', mediaType: 'text/csv' } },
    }),
  },
  problems: {},
})
