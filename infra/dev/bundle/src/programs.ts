import { join } from 'node:path'

const checkout = join(import.meta.dirname, '../../../..')

/** A program that an image runs. */
export interface Program {
  /** The absolute path of what Node runs in development. */
  readonly entry: string
  /** The absolute path of the one file that is made of it. */
  readonly bundle: string
  /** Folders that the program finds two folders above itself: the name of each there, and where it is now. */
  readonly assets?: readonly { readonly name: string; readonly folder: string }[]
  /** The same for what is built for browsers: its name there. */
  readonly islands?: string
  /** The commands that an operator runs in the same image: by name, what Node runs of each in development. */
  readonly commands?: Readonly<Record<string, string>>
}

const service = (name: string, commands: readonly string[] = []): Program => ({
  entry: join(checkout, 'services', name, 'src/main.ts'),
  bundle: join(checkout, 'services', name, 'dist/main.js'),
  commands: Object.fromEntries(
    commands.map((command) => [command, join(checkout, 'services', name, 'bin', `${command}.ts`)]),
  ),
})

/** A package of npm that stays as it is. */
const packageOf = (user: string, name: string) => ({
  name: `node_modules/${name}`,
  folder: join(checkout, user, 'node_modules', name),
})

/** The programs by the names that the image's SERVICE argument takes. The simulator is for demonstrations alone. */
export const programs = {
  'public-api': service('public-api'),
  'frontend-internal': service('frontend-internal', ['erasures', 'revoke-sessions', 'rotate-session-keys']),
  'manual-grading': service('manual-grading', ['deliveries', 'purge', 'rotate-capabilities']),
  web: {
    entry: join(checkout, 'services/web/src/main.ts'),
    bundle: join(checkout, 'services/web/dist/program/main.js'),
    assets: [
      { name: 'src/assets', folder: join(checkout, 'services/web/src/assets') },
      // Each grammar is a module of its own, of which few are ever loaded.
      packageOf('services/web', '@shikijs/langs'),
    ],
    islands: 'dist/islands',
  },
  migrate: {
    entry: join(checkout, 'libs/data/bin/migrate.ts'),
    bundle: join(checkout, 'libs/data/dist/migrate/main.js'),
    assets: [{ name: 'migrations', folder: join(checkout, 'libs/data/migrations') }],
  },
  docs: {
    entry: join(checkout, 'docs/server/main.mjs'),
    bundle: join(checkout, 'docs/generated/server/main.js'),
    assets: [{ name: 'docs/dist', folder: join(checkout, 'docs/dist') }],
  },
  simulator: {
    entry: join(checkout, 'test/fake-upstream/src/main.ts'),
    bundle: join(checkout, 'test/fake-upstream/dist/simulator/main.js'),
    assets: [{ name: 'handed-in', folder: join(checkout, 'test/fake-upstream/handed-in') }],
    commands: { 'seed-demo': join(checkout, 'infra/dev/starter/bin/seed-demo.ts') },
  },
} as const satisfies Record<string, Program>

/** Programs that no image runs: the command for teachers, which the documentation site gives out. */
export const downloads = {
  'settings-cli': {
    entry: join(checkout, 'libs/settings-cli/src/main.ts'),
    bundle: join(checkout, 'libs/settings-cli/dist/course-settings.mjs'),
  },
} as const satisfies Record<string, Program>

export type ProgramName = keyof typeof programs

export const programNames = Object.keys(programs).filter(isProgramName)

export function isProgramName(name: string): name is ProgramName {
  return Object.hasOwn(programs, name)
}
