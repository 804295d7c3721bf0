import { runService } from '@course-grading/http-kit'
import { openWeb } from './app.ts'
import { configSchema } from './config/config.ts'

await runService({ definition: configSchema, env: process.env, open: openWeb })
