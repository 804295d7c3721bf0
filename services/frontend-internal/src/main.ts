import {
  createLogger, createMetrics, createRedactionCounter, productVersion, readConfigOrExit, runService,
} from '@course-grading/http-kit'
import { createBoundary } from './app.ts'
import { configSchema } from './config.ts'
import { createDeps } from './deps.ts'

const service = 'frontend-internal'
const version = productVersion
const config = readConfigOrExit(configSchema, process.env)
const metrics = createMetrics()
const logger = createLogger({ service, version, level: config.LOG_LEVEL, onRedacted: createRedactionCounter(metrics) })

await runService({
  service, version, logger, metrics, config,
  async open() {
    const deps = await createDeps(config, metrics)
    return {
      listener: createBoundary(logger, metrics),
      check: () => deps.database.check(),
      close: () => deps.close(),
    }
  },
})
