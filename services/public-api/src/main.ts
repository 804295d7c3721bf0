import { runService } from '@course-grading/http-kit'
import { createPublicApi } from './app.ts'
import { configSchema } from './config/config.ts'
import { createDeps } from './create-deps.ts'

await runService({
  definition: configSchema,
  env: process.env,
  async open(context) {
    const deps = await createDeps(context)
    return { listener: createPublicApi(deps, context), readiness: deps.database, close: () => deps.close() }
  },
})
