import type { Catcher, Defect, Edit } from '../defect.ts'

/** Removes the list of allowed fields, which would hide what is logged by mistake. */
export const everyField: Edit = {
  file: 'libs/http-kit/src/telemetry/log-fields.ts',
  old: 'checks.get(name)?.(given[name]) !== true)',
  new: 'checks.size === 0)',
}
/** Removes the filter of finished lines, which is the second protection. */
export const noFilter: Edit = {
  file: 'libs/http-kit/src/telemetry/log-filter.ts',
  old: '  if (count > 0) onRedacted(count)\n  return filtered',
  new: '  if (count > 1e9) onRedacted(filtered.length)\n  return lines',
}
const inKit = (file: string, test: string): Catcher => ({
  project: 'http-kit',
  file: `libs/http-kit/src/telemetry/${file}.test.ts`,
  test,
})
const scan = (what: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/canary-scan.long.test.ts',
  test: `the result of the traffic > ${what}`,
  withItsFile: true,
})
const inTheLog = scan('holds no canary in any line of the log')

export const logAllowlist: readonly Defect[] = [
  {
    title: 'the log writes every field that it is given',
    edits: [everyField],
    caughtBy: [inKit('logger', 'createLogger > drops and counts')],
    always: true,
  },
  {
    title: 'texts in the form of a token stay in finished lines',
    edits: [noFilter],
    caughtBy: [
      inKit('log-filter', 'redactTokens > replaces'),
      inKit('logger', 'createLogger > replaces a token in a valid identifier, and reports the replacement'),
    ],
  },
  {
    title: 'the message of an error is logged',
    edits: [
      {
        file: 'libs/http-kit/src/telemetry/error-facts.ts',
        old: 'errorClass: classOf(error),',
        new: 'errorClass: error instanceof Error ? error.message : classOf(error),',
      },
    ],
    caughtBy: [inKit('error-facts', 'errorFacts > shows nothing of')],
  },
  {
    title: 'the URL is logged, and the filter of finished lines is removed',
    edits: [
      noFilter,
      {
        file: 'libs/http-kit/src/operations/create-app.ts',
        old: 'operation: record.operation, method: ctx.method,',
        new: 'operation: ctx.url, method: ctx.method,',
      },
    ],
    caughtBy: [inTheLog],
  },
  {
    title: 'the message of a database error is kept and logged',
    edits: [
      everyField,
      {
        file: 'libs/data/src/database-errors.ts',
        old: '  return new DatabaseFailure(code,',
        new: '  return Object.assign(new DatabaseFailure(code), { code: (error as Error).message }) ?? new DatabaseFailure(code,',
      },
      {
        file: 'libs/http-kit/src/telemetry/error-facts.ts',
        old: `typeof code === 'string' && codeWord.test(code) ? code : undefined`,
        new: `typeof code === 'string' ? code : undefined`,
      },
    ],
    caughtBy: [inTheLog],
  },
  {
    title: 'the caller gets the message of a database error',
    edits: [
      {
        file: 'libs/data/src/database-errors.ts',
        old: '  return new DatabaseFailure(code,',
        new: '  return Object.assign(new DatabaseFailure(code), { message: (error as Error).message }) ?? new DatabaseFailure(code,',
      },
      {
        file: 'libs/http-kit/src/reply/problem.ts',
        old: 'message: spec.message, requestId',
        new: 'message: known ? spec.message : (error as Error).message, requestId',
      },
    ],
    caughtBy: [scan('holds no canary in any refusal')],
  },
  {
    title: 'the token is written into the history',
    edits: [
      {
        file: 'services/public-api/src/settings/put-course-settings.ts',
        old: `operation: 'putCourseSettings',`,
        new: 'operation: call.caller.token,',
      },
    ],
    caughtBy: [scan('holds no canary in any row of the database'), scan('never sent the database a secret')],
  },
]
