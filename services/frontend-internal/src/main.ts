import { requestLimitMs } from '@course-grading/contracts/operation/limits'
import { runService } from '@course-grading/http-kit'
import { openFrontendInternal } from './app.ts'
import { configSchema } from './config/config.ts'
import { createDeps } from './create-deps.ts'

await runService({
  definition: configSchema,
  env: process.env,
  requestTimeoutMs: requestLimitMs.csv,
  open: async (context) => openFrontendInternal(await createDeps(context), context),
})
