import { isOurs, type ComposeRule } from './rule.ts'

/** A container has no rights that it does not need. */
export const containersAreHardened: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, service]) => [
    ...(service.read_only === true ? [] : [`${name}: can write to its own files`]),
    ...(service.cap_drop?.includes('ALL') === true ? [] : [`${name}: has capabilities`]),
    ...(service.security_opt?.includes('no-new-privileges:true') === true ? [] : [`${name}: may gain privileges`]),
    ...(!isOurs(service) && !/^[1-9][0-9]*:/.test(service.user ?? '')
      ? [`${name}: does not say which user it runs as`]
      : []),
    ...(isOurs(service) && service.user !== undefined ? [`${name}: takes another user than its image's`] : []),
  ])

/** No container takes the machine from the others. */
export const containersAreLimited: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, service]) => [
    ...(service.mem_limit === undefined ? [`${name}: may take any memory`] : []),
    ...(service.cpus === undefined ? [`${name}: may take any processor time`] : []),
    ...(service.pids_limit === undefined ? [`${name}: may start any number of processes`] : []),
    ...(service.logging === undefined ? [`${name}: may write logs without end`] : []),
  ])

/** Backups are in a volume, or a folder of the host, which only those two see that write there. */
const backups = '${BACKUPS_DIR:-backups}'
const writeBackups: readonly string[] = ['postgres', 'backup']

/** Containers mount nothing of the host but single files, read-only, and the place of the backups. */
export const mountsAreHarmless: ComposeRule = ({ services, volumes }) =>
  Object.entries(services).flatMap(([name, service]) =>
    (service.volumes ?? []).flatMap((mount) => {
      const [, source = '', mode] = /^(\$\{[^}]+\}[^:]*|[^:]+):[^:]+(?::(.+))?$/.exec(mount) ?? []
      const isFile = /^\.\/(postgres|proxy|prometheus|grafana)\/[\w.-]+\.(sh|sql|conf|json|ya?ml)$/.test(source)
      const isBackups = source === backups && writeBackups.includes(name)
      return volumes[source] !== undefined || (isFile && mode === 'ro') || isBackups ? [] : [`${name}: mounts ${mount}`]
    }),
  )

/** The files of the database are written by PostgreSQL alone, and `down --volumes` leaves the backups. */
export const backupsAreKept: ComposeRule = ({ services, volumes }) => [
  ...Object.entries(services)
    .filter(([name]) => name !== 'postgres')
    .flatMap(([name, { volumes: mounts = [] }]) =>
      mounts
        .filter((mount) => mount.startsWith('database:') && !mount.endsWith(':ro'))
        .map(() => `${name}: may write the files of the database`),
    ),
  ...(volumes['backups']?.external === true ? [] : ['the volume of the backups is removed by `down --volumes`']),
]

/** Docker checks the health of each server, and of nothing that runs once. */
export const healthIsWatched: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, service]) => {
    const disabled = service.healthcheck?.disable === true
    if (service.restart === undefined)
      return !isOurs(service) || disabled ? [] : [`${name}: would be reported as unhealthy`]
    return disabled || (!isOurs(service) && service.healthcheck?.test === undefined)
      ? [`${name}: has no health check`]
      : []
  })
