import type { ComposeRule } from './rule.ts'

/** PostgreSQL archives its WAL by a command that gets each piece, so that a restore reaches any moment; and asks pg_hba.conf who may connect. */
export const walIsArchived: ComposeRule = ({ services }) => {
  const settings = new Map(
    (services['postgres']?.command ?? []).flatMap((word) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(word) ?? []
      return name === undefined ? [] : [[name, value ?? '']]
    }),
  )
  const command = settings.get('archive_command') ?? ''
  return [
    ...(settings.get('archive_mode') === 'on' ? [] : ['postgres: does not archive its WAL']),
    ...(/\w.*%p/.test(command) && !/^(true|:|\/bin\/true|exit)\b/.test(command)
      ? []
      : ['postgres: archives no piece of its WAL']),
    ...(Number(settings.get('archive_timeout')) > 0 ? [] : ['postgres: keeps a piece that is not full for ever']),
    ...(settings.get('hba_file') === '/etc/postgresql/pg_hba.conf'
      ? []
      : ['postgres: lets others in than pg_hba.conf']),
  ]
}
