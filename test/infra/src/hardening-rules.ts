import type { ComposeRule } from './rule.ts'

/** A container has no rights that it does not need. */
export const containersAreHardened: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, service]) => [
    ...(service.read_only === true ? [] : [`${name}: can write to its own files`]),
    ...(service.cap_drop?.includes('ALL') === true ? [] : [`${name}: has capabilities`]),
    ...(service.security_opt?.includes('no-new-privileges:true') === true ? [] : [`${name}: may gain privileges`]),
    ...(service.pids_limit === undefined ? [`${name}: may start any number of processes`] : []),
    ...(service.build === undefined && !/^[1-9][0-9]*:/.test(service.user ?? '')
      ? [`${name}: does not say which user it runs as`]
      : []),
    ...(service.build !== undefined && service.user !== undefined
      ? [`${name}: takes another user than its image's`]
      : []),
  ])

/** Containers mount nothing of the host but single scripts, read-only. */
export const mountsAreHarmless: ComposeRule = ({ services, volumes }) =>
  Object.entries(services).flatMap(([name, service]) =>
    (service.volumes ?? []).flatMap((mount) => {
      const [source = '', , mode] = mount.split(':')
      const fine = volumes[source] !== undefined || (/^\.\/postgres\/[\w.-]+\.(sh|sql)$/.test(source) && mode === 'ro')
      return fine ? [] : [`${name}: mounts ${mount}`]
    }),
  )

/** Docker checks the health of each server, and of nothing that runs once. */
export const healthIsWatched: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, service]) => {
    const disabled = service.healthcheck?.disable === true
    if (service.restart !== undefined) return disabled ? [`${name}: has no health check`] : []
    return service.build === undefined || disabled ? [] : [`${name}: would be reported as unhealthy`]
  })
