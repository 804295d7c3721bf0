import { type ProgramName, programs } from '@course-grading/bundle'
import { containerOf, type KubernetesObject, type Manifests, ofKind, programOf, type Workload } from './objects.ts'

/** The program whose image each workload runs, where it is not the one of its name. */
const imagePrograms: Readonly<Record<string, ProgramName>> = {
  'hold-deliveries': 'manual-grading',
  'revoke-sessions': 'frontend-internal',
  'apply-erasures': 'frontend-internal',
  'demo-seed': 'simulator',
}
const isProgram = (name: string): name is ProgramName => Object.hasOwn(programs, name)

export function imageProgramOf(workload: Workload): ProgramName {
  const name = programOf(workload)
  const program = imagePrograms[name] ?? name
  if (!isProgram(program)) throw new Error(`${name}: runs no program of ours`)
  return program
}

/** What Node runs of a workload in development. */
export const sourceOf = (workload: Workload): string =>
  programOf(workload) === 'demo-seed'
    ? programs.simulator.commands['seed-demo']
    : programs[imageProgramOf(workload)].entry

interface Settings extends KubernetesObject {
  readonly data: Readonly<Record<string, string>>
}
export const settingsOf = (manifests: Manifests): Settings | undefined =>
  ofKind<Settings>(manifests, 'ConfigMap').find(({ metadata }) => metadata.name.startsWith('settings-'))

/** A workload's variables as its process gets them; those that it is given by name win over the settings. */
export function environmentOf(workload: Workload, manifests: Manifests): Record<string, string> {
  const { env = [], envFrom = [] } = containerOf(workload)
  const settings = settingsOf(manifests)
  const own = env.map(({ name, value, valueFrom }) => [
    name,
    value ?? settings?.data[valueFrom?.configMapKeyRef.key ?? ''] ?? '',
  ])
  const taken = envFrom.some(({ configMapRef }) => configMapRef.name === settings?.metadata.name)
  return { NODE_ENV: 'production', HOST: '0.0.0.0', ...(taken && settings?.data), ...Object.fromEntries(own) }
}
