import { runService } from '@course-grading/http-kit'
import { openedService } from './app.ts'
import { configSchema } from './config.ts'
import { createDeps } from './deps.ts'
import { startDeliveries } from './worker/start-deliveries.ts'

await runService({
  definition: configSchema,
  env: process.env,
  open: async (context) => {
    const deps = await createDeps(context)
    return openedService(deps, context, startDeliveries(deps, context))
  },
})
