import { chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findClusterUser } from '@course-grading/test-embedded-postgres'

interface Mounts {
  /** The folder of compose.yaml. */
  readonly folder: string
  /** Stands for what the containers of PostgreSQL and of its backups mount, and is readable for PostgreSQL's user here. */
  readonly mounted: string
}

/** The environment of PostgreSQL or of its backups, with what they mount in `mounted`. */
export function mountBackups(env: Record<string, string>, { folder, mounted }: Mounts): Record<string, string> {
  const user = findClusterUser()
  for (const name of ['secrets', 'backups', 'state']) {
    mkdirSync(join(mounted, name), { recursive: true })
    if (user !== null) chownSync(join(mounted, name), user.uid, user.gid)
  }
  for (const name of ['owner_password', 'backup_password', 'backup_repository.conf'])
    copyFileSync(join(env['SECRETS_DIR']!, name), join(mounted, 'secrets', name))
  for (const name of ['pgbackrest.conf', 'backup.sh']) copyFileSync(join(folder, 'postgres', name), join(mounted, name))
  return { ...env, SECRETS_DIR: join(mounted, 'secrets'), BACKUP_STATE_DIR: join(mounted, 'state') }
}

/** What pgbackrest.conf says of containers, as it is here. */
export const variablesOfPgBackRest = (env: Record<string, string>, dataDir: string): Record<string, string> => {
  const mounted = join(env['SECRETS_DIR']!, '..')
  return {
    PGBACKREST_STANZA: env['PGBACKREST_STANZA']!,
    PGBACKREST_CONFIG: join(mounted, 'pgbackrest.conf'),
    PGBACKREST_CONFIG_INCLUDE_PATH: join(mounted, 'secrets'),
    PGBACKREST_LOCK_PATH: join(mounted, 'state/lock'),
    PGBACKREST_REPO1_PATH: join(mounted, 'backups'),
    PGBACKREST_PG1_PATH: join(dataDir, 'pgdata'),
    PGBACKREST_PG1_PORT: env['PGPORT']!,
  }
}
