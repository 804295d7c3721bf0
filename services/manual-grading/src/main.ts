import { runService } from '@course-grading/http-kit'
import { openedService } from './app.ts'
import { configSchema } from './config/config.ts'
import { createDeps } from './create-deps.ts'
import { startDeliveries } from './start-deliveries.ts'

await runService({
  definition: configSchema,
  env: process.env,
  open: async (context) => {
    const deps = await createDeps(context)
    return openedService(deps, context, startDeliveries(deps, context))
  },
})
