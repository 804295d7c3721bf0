import { runService } from '@course-grading/http-kit'
import { openedService } from './app.ts'
import { configSchema } from './config.ts'
import { createDeps } from './deps.ts'

await runService({
  definition: configSchema,
  env: process.env,
  open: async (context) => openedService(await createDeps(context), context),
})
