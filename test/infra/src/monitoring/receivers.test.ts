import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { inRepository } from '../infra-files.ts'
import { isInPath } from '../programs-in-path.ts'

const webhook = { ALERT_WEBHOOK_URL: "https://hooks.example.org/it's" }
const mail = { ALERT_EMAIL_TO: 'a@example.org', ALERT_EMAIL_FROM: 'b@example.org', ALERT_SMTP: 'mail.example.org:587' }
const everybody = {
  ...webhook,
  ...mail,
  ALERT_SMTP_USER: 'b',
  ALERT_SMTP_PASSWORD: "pass'word",
  ALERT_WATCHDOG_URL: 'https://switch.example.org/1',
}

describe('make-alert-receiver.sh', () => {
  it('tells nobody unless somebody is named', async () => {
    expect((await configOf({})).receivers).toEqual([{ name: 'watchdog' }, { name: 'operators' }])
  })

  const toWebhook = { webhook_configs: [{ url: webhook.ALERT_WEBHOOK_URL, send_resolved: true }] }
  const people = { to: 'a@example.org', from: 'b@example.org', smarthost: 'mail.example.org:587', send_resolved: true }
  const signedIn = { ...people, auth_username: 'b', auth_password: "pass'word" }

  it.each([
    ['a webhook', webhook, toWebhook],
    ['people by mail', mail, { email_configs: [people] }],
    ['both, and signs in to the mail server', everybody, { ...toWebhook, email_configs: [signedIn] }],
  ])('tells %s', async (_whom, env, receiver) => {
    expect((await configOf(env)).receivers[1]).toEqual({ name: 'operators', ...receiver })
  })

  it.each(['ALERT_EMAIL_FROM', 'ALERT_SMTP', 'ALERT_SMTP_PASSWORD'])(
    'writes nothing for mails without %s',
    async (name) => {
      const failed = await printed({ ...everybody, [name]: '' }).catch((error: unknown) => error)
      expect(failed).toMatchObject({ stdout: '', stderr: expect.stringContaining(name) })
    },
  )
})

const hasAmtool = isInPath('amtool')

describe.skipIf(!hasAmtool)(hasAmtool ? 'Alertmanager' : 'Alertmanager (left out: there is no amtool)', () => {
  it.each([
    ['nobody', {}],
    ['everybody', everybody],
  ])('reads a configuration that tells %s', async (_who, env) => {
    expect(await amtool(env, 'check-config')).toContain('SUCCESS')
  })

  it.each([
    ["the dead man's switch", ['alertname=Watchdog', 'severity=none'], 'watchdog'],
    ['people', ['alertname=ServiceNotScraped', 'severity=page'], 'operators'],
    ['people', ['alertname=TokenInLog', 'severity=ticket'], 'operators'],
  ])('tells %s of %j', async (_who, labels, receiver) => {
    expect(await amtool(everybody, 'config', 'routes', 'test', ...labels)).toBe(`${receiver}\n`)
  })
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'receivers-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = promisify(execFile)

async function printed(env: Readonly<Record<string, string>>): Promise<string> {
  const path = process.env['PATH'] ?? ''
  return (await run(inRepository('infra/deploy/make-alert-receiver.sh'), [], { env: { PATH: path, ...env } })).stdout
}

const configOf = async (env: Readonly<Record<string, string>>) =>
  parse(await printed(env)) as { readonly receivers: readonly object[] }

/** What amtool says of the configuration, whose file comes as an argument of `check-config` and as an option of the others. */
async function amtool(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
  const file = join(folder, 'alertmanager.yml')
  writeFileSync(file, await printed(env))
  return (await run('amtool', words[0] === 'config' ? [...words, `--config.file=${file}`] : [...words, file])).stdout
}
