/** Whose password nobody may try over a network. */
const superuser = 'postgres'

/** What is wrong with a text of pg_hba.conf: a password is asked over every network, and the superuser is let in on its own socket alone. */
export function hbaProblems(text: string): string[] {
  const lines = text.split('\n').filter((line) => /^\s*[^#\s]/.test(line))
  const rejected = lines.findIndex((line) => /^host\s+all\s+postgres\s+all\s+reject$/.test(line.trim()))
  return [
    ...(rejected === -1 ? [`${superuser}: is not rejected over a network`] : []),
    ...lines.flatMap((line, index) => {
      const [type = '', , users = '', ...rest] = line.trim().split(/\s+/)
      const method = type === 'local' ? rest[0] : rest[1]
      if (type === 'local')
        return method === 'peer' && users === superuser ? [] : [`${line}: lets in without a password`]
      if (type !== 'host' && type !== 'hostssl') return [`${line}: is no form that is read here`]
      if (method === 'reject') return []
      return [
        ...(method === 'scram-sha-256' && rest.length === 2 ? [] : [`${line}: lets in without a password`]),
        ...(users.split(',').some((user) => user === superuser || (user === 'all' && index < rejected))
          ? [`${line}: lets the superuser in over a network`]
          : []),
      ]
    }),
  ]
}
