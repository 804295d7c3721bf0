// Installs what is missing and nothing else. It runs before anything is installed, on any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const nodeMajorMin = 20

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  fail(`Node ${nodeMajorMin} or newer is needed to install; this is ${process.versions.node}.`)
}
if (!isInstalled()) install()

/**
 * Whether everything is installed. pnpm copies the lockfile into node_modules as its last step, so equal files mean a
 * complete install of this lockfile.
 */
function isInstalled() {
  const installed = join(root, 'node_modules/.pnpm/lock.yaml')
  return (
    existsSync(installed) &&
    existsSync(join(root, 'node_modules/.bin/node')) &&
    readFileSync(installed).equals(readFileSync(join(root, 'pnpm-lock.yaml')))
  )
}

function install() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  process.stdout.write(`Installing packages with ${packageManager} (the first time some 150 MB) …\n`)
  // pnpm replaces the folders of another install without asking, because there may be no terminal for the reply.
  const pnpmArguments = ['install', '--frozen-lockfile', '--prefer-offline', '--config.confirm-modules-purge=false']
  const result = spawnSync('npx', ['--yes', '--prefer-offline', packageManager, ...pnpmArguments], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.error !== undefined) fail(`npx, which comes with npm, could not be run: ${result.error.message}`)
  if (result.signal !== null) process.exit(1)
  if (result.status !== 0) {
    fail(
      [
        'The packages could not be installed; what npm and pnpm said is above.',
        'The first install needs the network (the npm registry: `npm config get registry`). Later starts work without.',
      ].join('\n'),
    )
  }
  if (!existsSync(join(root, 'node_modules/.bin/node'))) {
    fail(`No Node 26 for ${process.platform}-${process.arch}; Linux and macOS on x64 and arm64 are covered.`)
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
