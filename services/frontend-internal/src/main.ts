import { requestLimitMs } from '@course-grading/contracts'
import { runService } from '@course-grading/http-kit'
import { createFrontendInternal } from './app.ts'
import { configSchema } from './config.ts'
import { createDeps } from './deps.ts'

await runService({
  definition: configSchema,
  env: process.env,
  requestTimeoutMs: requestLimitMs.csv,
  async open(context) {
    const deps = await createDeps(context)
    return {
      listener: createFrontendInternal(deps, context),
      check: () => deps.database.check(),
      close: () => deps.close(),
    }
  },
})
