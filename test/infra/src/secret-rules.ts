import { deployedServices, type ComposeRule } from './rule.ts'
import { serviceNamed } from './services.ts'

const mount = '/run/secrets/'

/** Each secret is a file of its own name; the compose file itself has no secret's value. */
export const secretsAreFiles: ComposeRule = ({ secrets }) =>
  Object.entries(secrets)
    .filter(([name, { file }]) => file !== `\${SECRETS_DIR:-./secrets}/${name}`)
    .map(([name]) => `${name}: is not the file of its name in SECRETS_DIR`)

/** A service gets its secrets as file names, never as values, and it gets all that it requires. */
export const secretsComeAsFiles: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, variables, deployed }) => {
    const environment = deployed.environment ?? {}
    return variables.flatMap((variable) => {
      const { fileVariable } = variable
      if (fileVariable === undefined) return []
      if (environment[variable.name] !== undefined) return [`${name}: is given ${variable.name} by value`]
      if (environment[fileVariable] !== undefined || !variable.requiredInProduction) return []
      return [`${name}: is not given ${fileVariable}`]
    })
  })

/** Names that look like secrets. The key of launches is sent by browsers; what signs them is the secret. */
const isSecretName = (variable: string): boolean =>
  /PASSWORD|SECRET|KEY|TOKEN|DATABASE_URL/.test(variable) && !variable.endsWith('_FILE') && variable !== 'LTI_KEY'

/** Containers that are not ours have no described configuration, so a variable counts as a secret by its name. */
export const nothingSecretIsWritten: ComposeRule = ({ services }) =>
  Object.entries(services)
    .filter(([name]) => serviceNamed(name) === undefined)
    .flatMap(([name, { environment = {} }]) =>
      Object.keys(environment)
        .filter(isSecretName)
        .map((variable) => `${name}: has ${variable} by value`),
    )

/** A variable `…_FILE` names a secret that the container was granted, and a granted secret exists. */
export const filesAreGranted: ComposeRule = ({ services, secrets }) =>
  Object.entries(services).flatMap(([name, service]) => {
    const granted = service.secrets ?? []
    const named = Object.entries(service.environment ?? {}).filter(([variable]) => variable.endsWith('_FILE'))
    return [
      ...named
        .filter(([, path]) => !path.startsWith(mount) || !granted.includes(path.slice(mount.length)))
        .map(([variable]) => `${name}: ${variable} names no secret that it was granted`),
      ...granted
        .filter((secret) => secrets[secret] === undefined)
        .map((secret) => `${name}: there is no secret ${secret}`),
    ]
  })

/** The secret of a boundary, which who calls it sends. */
const shared: Readonly<Record<string, readonly string[]>> = { frontend_secret: ['frontend-internal', 'web'] }

/** No service of ours has a secret of another or of the owner, nor one that it has no use for. */
export const secretsAreNotShared: ComposeRule = (compose) =>
  deployedServices(compose).flatMap(({ name, deployed }) => {
    const used = Object.values(deployed.environment ?? {})
    const others = deployedServices(compose)
      .filter((other) => other.name !== name)
      .flatMap((other) =>
        (other.deployed.secrets ?? []).filter(
          (secret) => ![name, other.name].every((each) => shared[secret]?.includes(each)),
        ),
      )
    return (deployed.secrets ?? []).flatMap((secret) => [
      ...(others.includes(secret) ? [`${name}: shares ${secret} with another service`] : []),
      ...(secret.startsWith('owner_') ? [`${name}: sees ${secret}, which is the owner's`] : []),
      ...(used.includes(`${mount}${secret}`) ? [] : [`${name}: has no use for ${secret}`]),
    ])
  })
