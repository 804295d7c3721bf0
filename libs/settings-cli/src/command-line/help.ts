import { exitCodes } from '../commands/exit-codes.ts'

export const urlVariable = 'COURSE_SETTINGS_URL'
export const tokenVariable = 'COURSE_SETTINGS_TOKEN'

const json = `
  --json               one JSON document on stdout, for scripts
  --help               show this`
const ofService = `
  --url <address>      where the service is; otherwise ${urlVariable}
  --token-file <file>  a file with the API token of A+; otherwise it is in
                       ${tokenVariable}${json}`
const files = `
A file is course-<id>.yaml. Of a folder, all such files are taken one after the
other. The default is the present folder.`

/** What each command says about itself. Which options it has is read from here. */
export const helpOf = {
  pull: `pull <courseId>…

Write the settings of a course into course-<id>.yaml. Of a file that exists,
what others changed at the service is brought into it and nothing else: edits,
comments and layout stay. The document last seen is kept in
.course-settings/<id>.json; commit both.

Options:${ofService}`,
  diff: `diff [file or folder]…

Show what apply would change.${files}

Options:
  --no-exit-code       return 0 where there are differences${ofService}`,
  apply: `apply [file or folder]…

Write the changes of a file to the service, and overwrite nobody: the file, the
service and the document last seen are compared.${files}

Options:
  --merge              where both changed different paths, apply the file's
                       changes, and write the others' into the file
  --overwrite          where there is no document last seen of the course, write
                       the file's values over all differences
  --dry-run            say what would be applied, and write nothing
  --exit-code          return 2 where only others changed something${ofService}`,
  validate: `validate [file or folder]…

Compare a file with the schema, without the service.${files}

Options:${json}`,
  schema: `schema

Print the JSON Schema of a file, for editors.

Options:
  --help               show this`,
} as const

export type CommandName = keyof typeof helpOf

const general = `<command>

Settings of courses as files in a repository. The commands:
${Object.values(helpOf)
  .map((help) => `  ${help.slice(0, help.indexOf('\n'))}`)
  .join('\n')}

Options:
  --help     show this, or the help of the command
  --version  show the version`

/** Help of one command, or of all. `tokenFrom` says where the token comes from. */
export function helpText(command: CommandName | null, tokenFrom: string): string {
  const codes = exitCodes.map(({ code, meaning }) => `  ${String(code).padEnd(4)}${meaning}`)
  const usage = `usage: course-settings ${command === null ? general : helpOf[command]}`
  const parts = [usage, `Exit codes; of several courses the first of these:\n${codes.join('\n')}`, tokenFrom]
  return `${parts.join('\n\n')}\n`
}

export function hasOption(command: CommandName | null, name: string): boolean {
  return (command === null ? general : helpOf[command]).includes(`\n  --${name} `)
}
