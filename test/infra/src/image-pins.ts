import { programNames } from '@course-grading/bundle'
import { expectedServices } from './compose/expected-deployment.ts'
import { parseEnvFile } from './production-environment.ts'

const digest = /(^|@)sha256:[0-9a-f]{64}$/

/** The variable of images.env that has the image of a program of ours. */
export const imageVariable = (program: string): string => `${program.toUpperCase().replaceAll('-', '_')}_IMAGE`

const ours = new Set(programNames.map(imageVariable))

/** Whether a variable is of an image of this repository, which has a user and a health check of its own. */
export const isOurs = (variable: string): boolean => ours.has(variable)

/** What is wrong with a text of images.env, which must have a digest, or the id of a local image, for each name. */
export function pinProblems(text: string, names: readonly string[]): string[] {
  const pins = parseEnvFile(text)
  return [...new Set(names)].flatMap((name) => {
    const image = pins[name] ?? ''
    if (image === '') return [`${name}: is not set`]
    return digest.test(image) ? [] : [`${name}: ${image} has no digest`]
  })
}

/** Every name in images.env but that of the build: those of the compose file, and the instances of CloudNativePG. */
const pinned = new Set([...Object.values(expectedServices).map(({ image }) => image), 'CLUSTER_POSTGRES_IMAGE'])

/** An images.env of images that do not exist, which their names say. */
export const dummyImages = [...pinned]
  .map((image) => `${image}=test.invalid/not-an-image/${image.toLowerCase()}@sha256:${'0'.repeat(64)}\n`)
  .join('')
