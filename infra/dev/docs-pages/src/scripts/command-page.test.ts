import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsCommandPage } from './command-page.ts'

const main = join(import.meta.dirname, '../../../../../libs/settings-cli/src/main.ts')
const help = (command: string) =>
  spawnSync(process.execPath, [main, command, '--help'], { encoding: 'utf8', env: {} }).stdout

describe('the page of the command course-settings', () => {
  it('has the help of every command, and the exit codes in the order of the help', () => {
    const { body } = settingsCommandPage()
    const codes = [...help('apply').matchAll(/^ {2}(\d+) +(.+)$/gm)].map(
      ([, code, meaning]) => `| ${code} | ${meaning} |`,
    )
    expect(codes).toHaveLength(7)
    expect(body).toContain(codes.join('\n'))
    for (const command of ['pull', 'diff', 'apply', 'validate', 'schema'])
      expect(body).toContain(help(command).split('\n\nExit codes')[0])
  })
})
