import { join } from 'node:path'
import { productVersion } from '@course-grading/contracts/api-description/product-version'
import { createPublicClient, PublicApiError } from '@course-grading/public-client'
import { apply } from '../commands/apply.ts'
import { type CourseResult, CourseStop, type Deps, readCourseFile } from '../commands/compare-course.ts'
import { diff } from '../commands/diff.ts'
import { pull } from '../commands/pull.ts'
import { refusedByService } from '../commands/refused-by-service.ts'
import { type CourseFile, courseIdOf, findCourseFiles, readBytes } from '../store/course-files.ts'
import { editorSchema } from '../store/last-seen.ts'
import { type Environment, readConnection, tokenSource } from './connection.ts'
import { type ExitCode, worstOf } from './exit-codes.ts'
import { helpText } from './help.ts'
import { createPatientClient } from './patient-client.ts'
import { type Arguments, readArguments } from './read-arguments.ts'
import { faultLines, printable, resultLines } from './report.ts'

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
  /** Of one request; the client's own limit if it is left out. */
  readonly timeLimitMs?: number
}

/** Runs one command of the command line. */
export async function run(invocation: Invocation): Promise<ExitCode> {
  const { cwd, env, stdout, stderr } = invocation
  const given = readArguments(invocation.args)
  const { command, options } = given
  const tokenFrom = tokenSource(env, options.get('token-file'))
  if (options.has('help')) return print(stdout, helpText(command, tokenFrom))
  if (command === null && options.has('version')) return print(stdout, `${productVersion}\n`)
  const isOffline = command === null || command === 'validate' || command === 'schema'
  const connection = isOffline ? null : await readConnection(cwd, env, options)
  const { files, problems: ofFiles } = await filesOf(given, cwd)
  const problems = [...given.problems, ...ofFiles, ...(connection?.problems ?? [])]
  if (problems.length > 0 || command === null) {
    for (const problem of problems) stderr.write(`course-settings: ${printable(problem)}\n`)
    stderr.write(problems.length > 0 ? `See course-settings ${command ?? ''} --help.\n` : helpText(null, tokenFrom))
    return 64
  }
  if (command === 'schema') return print(stdout, `${JSON.stringify(editorSchema, null, 2)}\n`)
  const progress = (text: string): void => void stderr.write(`${printable(text)}\n`)
  const client = connection && createPublicClient({ ...connection, timeLimitMs: invocation.timeLimitMs })
  const deps = client && { client: createPatientClient(client, progress), progress }
  const results: CourseResult[] = []
  for (const file of files) {
    const result = await resultOf(deps, file, given)
    // Whoever is refused wants to know which token it was.
    results.push(result.exitCode === 5 ? { ...result, message: `${result.message} ${tokenFrom}` } : result)
    report(invocation, results.at(-1) ?? result, options.has('json'))
  }
  const exitCode = worstOf(results.map((result) => result.exitCode))
  const courses = results.map(({ file: { name, courseId }, ...result }) => ({ file: name, courseId, ...result }))
  if (options.has('json')) print(stdout, `${JSON.stringify({ exitCode, courses }, null, 2)}\n`)
  return exitCode
}

function report({ env, stdout, stderr }: Invocation, result: CourseResult, isJson: boolean): void {
  for (const line of faultLines(result)) stderr.write(`${line}\n`)
  // What failed is an error; differences and conflicts are results.
  const isFailure = [1, 4, 5].includes(result.exitCode)
  const isColoured = !isFailure && stdout.isTTY === true && !env.noColor
  if (isFailure || !isJson) (isFailure ? stderr : stdout).write(`${resultLines(result, isColoured).join('\n')}\n`)
}

async function resultOf(deps: Deps | null, file: CourseFile, { command, options }: Arguments): Promise<CourseResult> {
  try {
    if (deps === null) return await validate(file)
    if (command === 'pull') return await pull(deps, file)
    if (command === 'diff') return await diff(deps, file, { exitCode: !options.has('no-exit-code') })
    return await apply(deps, file, {
      merge: options.has('merge'),
      overwrite: options.has('overwrite'),
      dryRun: options.has('dry-run'),
      exitCode: options.has('exit-code'),
    })
  } catch (problem) {
    if (problem instanceof CourseStop) return problem.result
    if (problem instanceof PublicApiError) return refusedByService(file, problem)
    // Of the system: a folder that cannot be written.
    const { code, message } = problem as { code?: unknown; message?: unknown }
    if (typeof code !== 'string') throw problem
    return { file, exitCode: 1, message: String(message) }
  }
}

async function validate(file: CourseFile): Promise<CourseResult> {
  await readCourseFile(file)
  return { file, exitCode: 0, message: 'The file is valid.' }
}

interface Files {
  readonly files: readonly CourseFile[]
  readonly problems: readonly string[]
}

async function filesOf({ command, operands }: Arguments, cwd: string): Promise<Files> {
  if (command === 'pull') {
    const files = await Promise.all(operands.map((id) => fileOfCourse(id, cwd)))
    const isWrong = files.length === 0 || files.includes(null)
    const problems = isWrong ? ['pull needs the id of a course, a whole number from 1 on.'] : []
    return { files: files.filter((file) => file !== null), problems }
  }
  if (command === 'schema' || command === null)
    return { files: [], problems: operands.length > 0 && command !== null ? ['schema takes no arguments.'] : [] }
  const found = await Promise.all((operands.length > 0 ? operands : ['.']).map((name) => findCourseFiles(cwd, name)))
  const problems = found.flatMap((files, index) =>
    files === null
      ? [`Argument ${index + 1} is neither a folder nor a file course-<id>.yaml that is there.`]
      : files.length === 0
        ? ['There is no file course-<id>.yaml in the folder.']
        : [],
  )
  return { files: found.flatMap((files) => files ?? []), problems }
}

async function fileOfCourse(id: string, cwd: string): Promise<CourseFile | null> {
  const courseId = courseIdOf(`course-${id}.yaml`)
  const short = `course-${id}.yml`
  if (courseId === null) return null
  const name = (await readBytes(join(cwd, short))) === null ? `course-${id}.yaml` : short
  return { courseId, name, path: join(cwd, name) }
}

function print(stdout: Output, text: string): 0 {
  stdout.write(text)
  return 0
}
