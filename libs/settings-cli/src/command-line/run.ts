import { join } from 'node:path'
import { productVersion } from '@course-grading/contracts/api-description/product-version'
import { createPublicClient, PublicApiError } from '@course-grading/public-client'
import { apply, refusedByService } from '../commands/apply.ts'
import type { Deps } from '../commands/compare-course.ts'
import type { CourseResult } from '../commands/course-result.ts'
import { diff } from '../commands/diff.ts'
import { pull } from '../commands/pull.ts'
import { validate } from '../commands/validate.ts'
import { type CourseFile, courseIdOf, findCourseFiles, readBytes } from '../store/course-files.ts'
import { editorSchema } from '../store/last-seen.ts'
import { type CommandName, helpText } from './commands.ts'
import { type Environment, readConnection, tokenSource } from './connection.ts'
import { type ExitCode, worstOf } from './exit-codes.ts'
import { createPatientClient } from './patient-client.ts'
import { type Arguments, readArguments } from './read-arguments.ts'
import { createPaint, faultLines, printable, resultJson, resultLines } from './report.ts'

interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Invocation {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly stdout: Output
  readonly stderr: Output
  /** Of one request. */
  readonly timeLimitMs?: number
}

/** Runs one command of the command line. */
export async function run(invocation: Invocation): Promise<ExitCode> {
  const { args, env, stdout, stderr } = invocation
  const given = readArguments(args)
  const tokenFrom = tokenSource({ env, tokenFile: given.values['token-file'] })
  if (given.flags.has('help')) return print(stdout, helpText(given.command, tokenFrom))
  if (given.flags.has('version') && given.problems.length === 0) return print(stdout, `${productVersion}\n`)
  if (given.command === null && given.problems.length === 0) {
    stderr.write(helpText(null, tokenFrom))
    return 64
  }
  if (given.command === 'schema' && given.problems.length === 0 && given.operands.length === 0)
    return print(stdout, `${JSON.stringify(editorSchema, null, 2)}\n`)
  return await runOnCourses(given, invocation, tokenFrom)
}

async function runOnCourses(given: Arguments, invocation: Invocation, tokenFrom: string): Promise<ExitCode> {
  const { cwd, env, stdout, stderr, timeLimitMs } = invocation
  const { command } = given
  const { files, problems: ofFiles } = await filesOf(given, cwd)
  const isOffline = command === null || command === 'validate' || command === 'schema'
  const connection = isOffline
    ? null
    : await readConnection({ cwd, env, url: given.values.url, tokenFile: given.values['token-file'] })
  const problems = [...given.problems, ...ofFiles, ...(connection?.problems ?? [])]
  if (problems.length > 0 || command === null) {
    const hint = `See course-settings ${command === null ? '' : `${command} `}--help.`
    stderr.write([...problems, hint].map((line) => `course-settings: ${printable(line)}\n`).join(''))
    return 64
  }
  const progress = (text: string): void => void stderr.write(`${printable(text)}\n`)
  const deps = connection && {
    progress,
    client: createPatientClient(
      createPublicClient({ ...connection, ...(timeLimitMs === undefined ? {} : { timeLimitMs }) }),
      progress,
    ),
  }
  const paint = createPaint(stdout.isTTY === true && (env.noColor ?? '') === '' && env.term !== 'dumb')
  const isJson = given.flags.has('json')
  const results: CourseResult[] = []
  for (const file of files) {
    const result = withTokenSource(await resultOf(command, deps, file, given), tokenFrom)
    results.push(result)
    for (const line of faultLines(result)) stderr.write(`${line}\n`)
    // What failed is an error; a conflict and differences are results.
    const isFailure = [1, 4, 5].includes(result.exitCode)
    if (!isJson || isFailure)
      (isFailure ? stderr : stdout).write(`${resultLines(result, isFailure ? createPaint(false) : paint).join('\n')}\n`)
  }
  const exitCode = worstOf(results.map((result) => result.exitCode))
  if (isJson) print(stdout, `${JSON.stringify({ exitCode, courses: results.map(resultJson) }, null, 2)}\n`)
  return exitCode
}

async function resultOf(
  command: CommandName,
  deps: Deps | null,
  file: CourseFile,
  { flags }: Arguments,
): Promise<CourseResult> {
  try {
    if (deps === null) return await validate(file)
    if (command === 'pull') return await pull(deps, file)
    if (command === 'diff') return await diff(deps, file, { exitCode: !flags.has('no-exit-code') })
    return await apply(deps, file, {
      merge: flags.has('merge'),
      overwrite: flags.has('overwrite'),
      dryRun: flags.has('dry-run'),
      exitCode: flags.has('exit-code'),
    })
  } catch (problem) {
    if (problem instanceof PublicApiError) return refusedByService(file, problem)
    // Of the system, as a rule: a folder that cannot be written.
    const { code, message } = problem as { code?: unknown; message?: unknown }
    if (typeof code !== 'string') throw problem
    return { file, exitCode: 1, message: String(message) }
  }
}

/** Whoever is refused wants to know which token it was. */
function withTokenSource(result: CourseResult, tokenFrom: string): CourseResult {
  return result.exitCode === 5 ? { ...result, message: `${result.message} ${tokenFrom}` } : result
}

async function filesOf(
  { command, operands }: Arguments,
  cwd: string,
): Promise<{ files: readonly CourseFile[]; problems: readonly string[] }> {
  if (command === null) return { files: [], problems: [] }
  if (command === 'schema') return { files: [], problems: operands.length > 0 ? ['schema takes no arguments.'] : [] }
  if (command === 'pull') return await filesToPull(operands, cwd)
  const found = await Promise.all((operands.length > 0 ? operands : ['.']).map((name) => findCourseFiles(cwd, name)))
  const problems = found.flatMap((files, index) => {
    if (files === null) return [`Argument ${index + 1} is neither a folder nor a file course-<id>.yaml that is there.`]
    return files.length === 0 ? ['There is no file course-<id>.yaml in the folder.'] : []
  })
  return { files: found.flatMap((files) => files ?? []), problems }
}

async function filesToPull(operands: readonly string[], cwd: string) {
  if (operands.length === 0) return { files: [], problems: ['pull needs the id of a course.'] }
  const files = operands.flatMap((id): Promise<CourseFile>[] => {
    const courseId = courseIdOf(`course-${id}.yaml`)
    return courseId === null ? [] : [fileOfCourse(courseId, cwd)]
  })
  const problems = files.length < operands.length ? ['The id of a course is a whole number from 1 on.'] : []
  return { files: await Promise.all(files), problems }
}

async function fileOfCourse(courseId: number, cwd: string): Promise<CourseFile> {
  const short = `course-${courseId}.yml`
  const name = (await readBytes(join(cwd, short))) === null ? `course-${courseId}.yaml` : short
  return { courseId, name, path: join(cwd, name) }
}

function print(stdout: Output, text: string): 0 {
  stdout.write(text)
  return 0
}
