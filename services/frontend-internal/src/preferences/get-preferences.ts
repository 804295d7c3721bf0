import type { FrontendHandler } from '../access/handler.ts'
import { preferencesOf } from './preferences-of.ts'

export const getPreferences: FrontendHandler<'getPreferences'> = async ({
  caller: {
    session: { preferences },
  },
}) => ({ status: 200, body: preferencesOf(preferences), revision: preferences?.revision ?? 0 })
