import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import { jsonText } from '@course-grading/contracts/operation/reply'
import type { FrontendHandler } from '../access/handler.ts'

export const getPreferences: FrontendHandler<'getPreferences'> = async ({
  caller: {
    session: { preferences },
  },
}) => ({
  status: 200,
  body: preferences === null ? defaultPreferences : jsonText(preferences.document),
  revision: preferences?.revision ?? 0,
})
