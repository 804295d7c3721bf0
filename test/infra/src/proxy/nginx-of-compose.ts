import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { inRepository, readInfra } from '../infra-files.ts'

interface Proxied {
  /** Ports of 127.0.0.1 in place of the services that it reaches; those that no test asks for need none. */
  readonly api?: number
  readonly web?: number
  readonly docs?: number
  /** What it listens on; free ports unless given. */
  readonly https?: number
  readonly http?: number
  readonly health?: number
  readonly apiTimeout?: string
  /** Settings of a way in from outside. */
  readonly outside?: string
}

export interface Nginx {
  readonly https: number
  readonly http: number
  readonly stop: () => Promise<void>
}

/**
 * Starts nginx with the settings of `compose.yaml`, and those of ways in from outside, on other ports, with `tls_certificate` and `tls_key` of `secrets`. Its other files
 * go into the folder. Resolves when it serves.
 */
export async function startNginx(secrets: string, folder: string, given: Proxied): Promise<Nginx> {
  const { api = 1, web = 1, docs = 1, apiTimeout = '65s', outside = '' } = given
  const https = given.https ?? (await findFreePort())
  const http = given.http ?? (await findFreePort())
  const health = given.health ?? (await findFreePort())
  const ofApi = join(folder, 'public-api.conf')
  const timeout = 'proxy_read_timeout'
  writeFileSync(ofApi, readInfra('proxy/public-api.conf').replace(`${timeout} 65s`, `${timeout} ${apiTimeout}`))
  // Debian's nginx is older than `resolve`, which finds the address of a container that was replaced.
  const places: readonly (readonly [string, string])[] = [
    ['include /etc/nginx/outside-*.conf;', outside],
    ['/tmp/', `${folder}/`],
    ['public-api:8081 resolve', `127.0.0.1:${api}`],
    ['web:8080 resolve', `127.0.0.1:${web}`],
    ['docs:8088 resolve', `127.0.0.1:${docs}`],
    ['listen 8443', `listen 127.0.0.1:${https}`],
    ['listen 8080', `listen 127.0.0.1:${http}`],
    ['127.0.0.1:8079', `127.0.0.1:${health}`],
    ['/run/secrets/', `${secrets}/`],
    ['/etc/nginx/public-api.conf', ofApi],
    ['/etc/nginx/web.conf', inRepository('infra/deploy/proxy/web.conf')],
    ['include /etc/nginx/mime.types;', ''],
    ['/dev/stderr', `${folder}/log`],
    ['/dev/stdout', `${folder}/log`],
  ]
  const config = places.reduce((text, [of, by]) => {
    if (!text.includes(of)) throw new Error(`the proxy's settings have no ${of}`)
    return text.replaceAll(of, by)
  }, readInfra('proxy/nginx.conf'))
  writeFileSync(join(folder, 'nginx.conf'), config)
  const settings = `daemon off; ${userInfo().uid === 0 ? 'user root;' : ''}`
  const nginx = spawn('nginx', ['-e', join(folder, 'log'), '-c', join(folder, 'nginx.conf'), '-g', settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(nginx, 'exit')
  for (;;) {
    if (nginx.exitCode !== null) throw new Error('nginx ended')
    const reply = await fetch(`http://127.0.0.1:${health}/`).catch(() => null)
    if (reply?.status === 204) break
    await new Promise((later) => setTimeout(later, 50))
  }
  const stop = async (): Promise<void> => {
    nginx.kill('SIGTERM')
    await exited
  }
  return { https, http, stop }
}
