import type { Compose, ComposeService } from './compose.ts'
import { type Service, services } from './services.ts'

/**
 * Checks a compose file and returns what is wrong, each with the service or network that it is about. Empty if all is
 * well.
 */
export type ComposeRule = (compose: Compose) => string[]

export interface DeployedService extends Service {
  readonly deployed: ComposeService
}

/** Our services as the file has them. `everyServiceIsThere` reports a service that is missing. */
export function deployedServices({ services: deployed }: Compose): DeployedService[] {
  return services.flatMap((service) => {
    const found = deployed[service.name]
    return found === undefined ? [] : [{ ...service, deployed: found }]
  })
}
