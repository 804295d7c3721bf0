import type { ComposeRule } from './rule.ts'

/** What a container does not need, it cannot do. */
export const containersAreHardened: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, service]) => [
    ...(service.read_only === true ? [] : [`${name}: can write to its own files`]),
    ...(service.cap_drop?.includes('ALL') === true ? [] : [`${name}: has capabilities`]),
    ...(service.security_opt?.includes('no-new-privileges:true') === true ? [] : [`${name}: may gain privileges`]),
    ...(service.pids_limit === undefined ? [`${name}: may start any number of processes`] : []),
    ...(service.build === undefined && !/^[1-9][0-9]*:/.test(service.user ?? '')
      ? [`${name}: runs as its image likes`]
      : []),
    ...(service.build !== undefined && service.user !== undefined
      ? [`${name}: takes another user than its image's`]
      : []),
  ])

/** Nothing of the host but single files to read. */
export const mountsAreHarmless: ComposeRule = ({ services, volumes }) =>
  Object.entries(services).flatMap(([name, service]) =>
    (service.volumes ?? []).flatMap((mount) => {
      const [source = '', , mode] = mount.split(':')
      const fine = volumes[source] !== undefined || (/^\.\/postgres\/[\w.-]+\.(sh|sql)$/.test(source) && mode === 'ro')
      return fine ? [] : [`${name}: mounts ${mount}`]
    }),
  )

/** Docker looks after each server; what runs once is not asked. */
export const healthIsWatched: ComposeRule = ({ services }) =>
  Object.entries(services).flatMap(([name, service]) => {
    const disabled = service.healthcheck?.disable === true
    if (service.restart !== undefined) return disabled ? [`${name}: nobody looks after it`] : []
    return service.build === undefined || disabled ? [] : [`${name}: would be called unhealthy`]
  })
