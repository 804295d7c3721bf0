import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

it('an export, a file and a dependency that nothing uses are found', async () => {
  const manifest = (name: string, dependencies: object) =>
    JSON.stringify({ name, type: 'module', exports: './src/index.ts', dependencies })
  const files = {
    'package.json': '{ "name": "root" }',
    'pnpm-workspace.yaml': 'packages: [libs/*]',
    'libs/one/package.json': manifest('one', {}),
    'libs/one/src/index.ts': 'export const used = 1',
    'libs/two/package.json': manifest('two', { one: '1' }),
    'libs/two/src/index.ts': "import { used } from 'one'\nused.toString()",
  }
  expect(await unusedIn(files)).toBe('')
  const found = await unusedIn({
    ...files,
    'libs/one/package.json': manifest('one', { leftover: '1' }),
    'libs/one/src/index.ts': 'export const used = 1\nexport const spare = 2',
    'libs/one/src/nobody.ts': '',
  })
  for (const name of ['leftover', 'spare', 'nobody.ts']) expect(found).toContain(name)
})

const root = join(import.meta.dirname, '../../..')
const config = 'infra/dev/checks/knip.json'

/** What knip finds in a workspace of these files, with the repository's configuration. */
async function unusedIn(files: Readonly<Record<string, string>>): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'unused-code-'))
  onTestFinished(() => rm(tree, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(tree, dirname(path)), { recursive: true })
    await writeFile(join(tree, path), text)
  }
  await cp(join(root, config), join(tree, config))
  const args = ['--directory', tree, '--config', config, '--no-progress', '--no-config-hints', '--reporter', 'compact']
  return await promisify(execFile)(join(root, 'node_modules/.bin/knip'), args).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  )
}
