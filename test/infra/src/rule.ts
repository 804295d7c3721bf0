import { programNames } from '@course-grading/bundle'
import type { Compose, ComposeService } from './compose.ts'
import { type Service, services } from './services.ts'

/**
 * Checks a compose file and returns what is wrong, each with the service or network that it is about. Empty if all is
 * well.
 */
export type ComposeRule = (compose: Compose) => string[]

interface DeployedService extends Service {
  readonly deployed: ComposeService
}

/** Our services as the file has them. `theTableIsKept` reports a service that is missing. */
export function deployedServices({ services: deployed }: Compose): DeployedService[] {
  return services.flatMap((service) => {
    const found = deployed[service.name]
    return found === undefined ? [] : [{ ...service, deployed: found }]
  })
}

/** The variable of images.env that has the image of a program of ours. */
export const imageVariable = (program: string): string => `${program.toUpperCase().replaceAll('-', '_')}_IMAGE`

const ours = new Set(programNames.map(imageVariable))

/** Whether a container runs an image of this repository, which has a user and a health check of its own. */
export const isOurs = ({ image }: ComposeService): boolean => ours.has(/^\$\{(\w+)/.exec(image)?.[1] ?? '')
