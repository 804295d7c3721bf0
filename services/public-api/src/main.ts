import { createLogger, createMetrics, createRedactionCounter, productVersion, readConfigOrExit, runService } from '@course-grading/http-kit'
import { createPublicApi } from './app.ts'
import { configSchema } from './config.ts'
import { createDeps } from './deps.ts'

const service = 'public-api'
const config = readConfigOrExit(configSchema, process.env)
const metrics = createMetrics()
const logger = createLogger({ service, version: productVersion, level: config.LOG_LEVEL, onRedacted: createRedactionCounter(metrics) })

await runService({
  service, version: productVersion, logger, metrics, config,
  async open() {
    const deps = await createDeps(config, logger, metrics)
    return {
      listener: createPublicApi(deps, config, logger, metrics),
      check: () => deps.database.check(),
      close: () => deps.close(),
    }
  },
})
