import { productVersion } from '@course-grading/contracts/api-description/product-version'
import { createPublicClient } from '@course-grading/public-client'
import { apply } from '../commands/apply.ts'
import { type CourseResult, type Deps, readCourseFile, resultOfProblem } from '../commands/compare-course.ts'
import { diff } from '../commands/diff.ts'
import { pull } from '../commands/pull.ts'
import { courseFile, type CourseFile, findCourseFiles } from '../store/course-files.ts'
import { editorSchema } from '../store/last-seen.ts'
import { type Environment, readConnection, tokenSource } from './connection.ts'
import { type ExitCode, worstOf } from '../commands/exit-codes.ts'
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
    if (options.has('json')) printJson(stdout, { exitCode: 64, problems })
    return 64
  }
  if (command === 'schema') return printJson(stdout, editorSchema)
  const progress = (text: string): void => void stderr.write(`${printable(text)}\n`)
  const client = connection && createPublicClient({ ...connection, timeLimitMs: invocation.timeLimitMs })
  const deps = client && { client: createPatientClient(client, progress), progress }
  const results: CourseResult[] = []
  for (const file of files) {
    const result = await runOn(deps, file, given)
    // Whoever is refused wants to know which token it was.
    results.push(result.exitCode === 5 ? { ...result, message: `${result.message} ${tokenFrom}` } : result)
    report(invocation, results.at(-1) ?? result, options.has('json'))
  }
  const exitCode = worstOf(results.map((result) => result.exitCode))
  const courses = results.map(({ file: { name, courseId }, ...result }) => ({ file: name, courseId, ...result }))
  if (options.has('json')) printJson(stdout, { exitCode, courses })
  return exitCode
}

function report({ env, stdout, stderr }: Invocation, result: CourseResult, isJson: boolean): void {
  for (const line of faultLines(result)) stderr.write(`${line}\n`)
  // What failed is an error; differences and conflicts are results.
  const isFailure = [1, 4, 5].includes(result.exitCode)
  const isColoured = !isFailure && stdout.isTTY === true && !env.noColor
  if (isFailure || !isJson) (isFailure ? stderr : stdout).write(`${resultLines(result, isColoured).join('\n')}\n`)
}

async function runOn(deps: Deps | null, file: CourseFile, { command, options }: Arguments): Promise<CourseResult> {
  const has = (option: string) => options.has(option)
  try {
    if (deps !== null) return await (command === 'pull' ? pull : command === 'diff' ? diff : apply)(deps, file, has)
    await readCourseFile(file)
    return { file, exitCode: 0, message: 'The file is valid.' }
  } catch (problem) {
    return resultOfProblem(file, problem)
  }
}

async function filesOf({ command, operands }: Arguments, cwd: string) {
  if (command === null || command === 'schema')
    return { files: [], problems: command !== null && operands.length > 0 ? ['schema takes no arguments.'] : [] }
  if (command === 'pull') {
    const files = operands.map((id) => courseFile(cwd, `course-${id}.yaml`))
    const isSound = files.length > 0 && !files.includes(null)
    const problems = isSound ? [] : ['pull needs the id of a course, a whole number from 1 on.']
    return { files: files.filter((file) => file !== null), problems }
  }
  const found = await Promise.all((operands.length > 0 ? operands : ['.']).map((name) => findCourseFiles(cwd, name)))
  const problems = found.flatMap((files, index) => {
    if (files === null) return [`Argument ${index + 1} is neither a folder nor a file course-<id>.yaml that is there.`]
    return files.length === 0 ? ['There is no file course-<id>.yaml in the folder.'] : []
  })
  return { files: found.flatMap((files) => files ?? []), problems }
}

function printJson(stdout: Output, value: unknown): 0 {
  return print(stdout, `${JSON.stringify(value, null, 2)}\n`)
}

function print(stdout: Output, text: string): 0 {
  stdout.write(text)
  return 0
}
