import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'

interface Launched {
  readonly status: number | undefined
  readonly location: string | undefined
}

/**
 * What the pages reply to a person of the demo who opens the menu of a course: takes the form that the simulator signs, and sends it through
 * the proxy, as a browser does that reaches both by the addresses of the demonstration.
 */
export async function launchOfDemonstration(simulatorPort: number, httpsPort: number): Promise<Launched> {
  const asked = new URLSearchParams({ user: '101', course: '11' })
  const signed = await fetch(`http://127.0.0.1:${simulatorPort}/lti-login`, { method: 'POST', body: asked })
  const page = await signed.text()
  const form = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)" ?\/?>/g)].map(
    ([, name = '', value = '']): [string, string] => [
      name,
      value.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    ],
  )
  const address = new URL(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '')
  const launch = request({
    host: '127.0.0.1',
    port: httpsPort,
    path: address.pathname,
    method: 'POST',
    // The demonstration's certificate is its own.
    rejectUnauthorized: false,
    agent: false,
    headers: { Host: address.host, Origin: 'null', 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const [reply] = (await once(launch.end(String(new URLSearchParams(form))), 'response')) as [IncomingMessage]
  return { status: reply.resume().statusCode, location: reply.headers.location }
}
