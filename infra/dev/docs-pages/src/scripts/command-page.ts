import { exitCodes } from '@course-grading/settings-cli/commands/exit-codes'
import { type CommandName, helpOf } from '@course-grading/settings-cli/command-line/help'
import { code, type Page, table } from '../page.ts'

/** The page of the command for teachers, from what it says about itself. */
export function settingsCommandPage(): Page {
  const commands = Object.entries(helpOf) as [CommandName, string][]
  return {
    path: 'scripts/course-settings',
    title: 'The command course-settings',
    description: 'Every command, option and exit code.',
    order: 4,
    body: [
      'The [tutorial](/scripts/settings-as-code/) shows how it is used. The file: [course-settings.mjs](/download/course-settings.mjs), with its SHA-256 [checksum](/download/course-settings.mjs.sha256). It runs with Node 22 or newer.',
      ...commands.flatMap(([name, help]) => [`## ${name}`, code('text', `usage: course-settings ${help}`)]),
      '## Exit codes',
      'Of several courses, the first of these:',
      table(
        ['code', 'meaning'],
        exitCodes.map((each) => [String(each.code), each.meaning]),
      ),
    ].join('\n\n'),
  }
}
