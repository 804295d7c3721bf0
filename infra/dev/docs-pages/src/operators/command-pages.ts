import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../page.ts'

/** The READMEs whose tables of operators' commands are shown, so that each command is described once. */
const described = [
  { service: 'manual-grading', readme: 'services/manual-grading/README.md' },
  { service: 'frontend-internal', readme: 'services/frontend-internal/README.md' },
]

/** The page of the commands for operators. */
export function commandPage(root: string): Page {
  return {
    path: 'operators/commands',
    title: 'Commands',
    description: 'Every command for operators, and what it does.',
    order: 22,
    body: [
      'A command runs beside its service, in its image and with its environment: `node dist/<command>/main.js <arguments>`. In a checkout, beside `npm start`, it is `pnpm <command> <arguments>`. Exit codes: 0 done, 1 not done (the output says why), 64 wrong usage, 78 wrong configuration. What a command changes is also logged on standard error.',
      '## migrate',
      'The image of that name brings the database of `MIGRATION_DATABASE_URL` to the version of the services, and ends. It runs before a new version starts; the version before it keeps working with the new schema.',
      ...described.flatMap(({ service, readme }) => [
        `## ${service}`,
        commandTable(readFileSync(join(root, readme), 'utf8'), readme),
      ]),
    ].join('\n\n'),
  }
}

/** The table below the heading "Commands for operators". */
function commandTable(readme: string, path: string): string {
  const found = /^## Commands for operators\n[^]*?\n(\| command[^]*?)\n\n/m.exec(readme)?.[1]
  if (found === undefined) throw new Error(`${path}: there is no table of commands`)
  // Links of a README lead to files, which the site does not have.
  return found.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}
