import { requestLimitMs } from '@course-grading/contracts'
import { runService } from '@course-grading/http-kit'
import { createFrontendInternal } from './app.ts'
import { configSchema } from './config.ts'
import { createDeps } from './deps.ts'

await runService({
  definition: configSchema,
  env: process.env,
  requestTimeoutMs: requestLimitMs.csv,
  async open(equipment) {
    const deps = await createDeps(equipment)
    return {
      listener: createFrontendInternal(deps, equipment),
      check: () => deps.database.check(),
      close: () => deps.close(),
    }
  },
})
