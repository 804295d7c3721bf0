import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { inRepository, readInfra } from './infra-files.ts'

/** Ports of 127.0.0.1 in place of what the proxy listens on and of the services that it reaches. */
interface ProxyPorts {
  readonly https: number
  readonly http: number
  readonly health: number
  readonly api: number
  readonly web: number
  readonly docs: number
}

/**
 * Starts nginx with the settings of `compose.yaml`, and those of ways in from outside, on other ports, with `tls_certificate` and `tls_key` of `secrets`. Its other files
 * go into the folder. Resolves when it serves, with what ends it.
 */
export async function startNginx(
  ports: ProxyPorts,
  secrets: string,
  folder: string,
  apiTimeout = '65s',
  outside = '',
): Promise<() => Promise<void>> {
  const ofApi = join(folder, 'public-api.conf')
  writeFileSync(
    ofApi,
    readInfra('proxy/public-api.conf').replace('proxy_read_timeout 65s', `proxy_read_timeout ${apiTimeout}`),
  )
  // Debian's nginx is older than `resolve`, which finds the address of a container that was replaced.
  const places: readonly (readonly [string, string])[] = [
    ['include /etc/nginx/outside-*.conf;', outside],
    ['/tmp/', `${folder}/`],
    ['public-api:8081 resolve', `127.0.0.1:${ports.api}`],
    ['web:8080 resolve', `127.0.0.1:${ports.web}`],
    ['docs:8088 resolve', `127.0.0.1:${ports.docs}`],
    ['listen 8443', `listen 127.0.0.1:${ports.https}`],
    ['listen 8080', `listen 127.0.0.1:${ports.http}`],
    ['127.0.0.1:8079', `127.0.0.1:${ports.health}`],
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
    const reply = await fetch(`http://127.0.0.1:${ports.health}/`).catch(() => null)
    if (reply?.status === 204) break
    await new Promise((later) => setTimeout(later, 50))
  }
  return async () => {
    nginx.kill('SIGTERM')
    await exited
  }
}
