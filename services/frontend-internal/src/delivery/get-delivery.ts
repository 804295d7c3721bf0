import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { admitDelivery } from './admit-delivery.ts'
import { shownDelivery } from './shown-delivery.ts'

export const getDelivery = (deps: Deps): FrontendHandler<'getDelivery'> => defineHandler({
  admit: (admission) => admitDelivery(deps, admission),
  handle: async ({ resource }) => ({ status: 200, json: JSON.stringify(shownDelivery(resource)) }),
})
