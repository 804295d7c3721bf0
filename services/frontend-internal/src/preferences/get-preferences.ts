import { defaultPreferences } from '@course-grading/contracts'
import { defineHandler, etagOf } from '@course-grading/http-kit'
import type { FrontendHandler } from '../handlers.ts'

export const getPreferences = (): FrontendHandler<'getPreferences'> => defineHandler({
  admit: async () => null,
  // They came with the session.
  handle: async ({ caller: { session: { preferences } } }) => ({
    status: 200, json: preferences?.document ?? JSON.stringify(defaultPreferences), etag: etagOf(preferences?.revision ?? 0),
  }),
})
