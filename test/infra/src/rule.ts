import type { Compose, ComposeService } from './compose.ts'
import { type Service, services } from './services.ts'

/** Looks at a compose file and answers what is wrong, each with the place it is in; nothing: all is well. */
export type ComposeRule = (compose: Compose) => string[]

export interface DeployedService extends Service {
  readonly deployed: ComposeService
}

/** The services of ours that the file has; one that it lacks is told by a rule of its own. */
export function deployedServices({ services: deployed }: Compose): DeployedService[] {
  return services.flatMap((service) => {
    const found = deployed[service.name]
    return found === undefined ? [] : [{ ...service, deployed: found }]
  })
}
