import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { TestCluster, TestClusterAccess } from './test-cluster.ts'

/** Where the processes of one test run ask for the shared cluster. The environment hands it to them. */
const variable = 'TEST_CLUSTER_BROKER_URL'

/**
 * Serves the one cluster of a run to its processes. It is started for the first that asks, so a run without a database
 * does not wait for one. The path is secret, because the reply has a superuser's password.
 */
export async function openClusterBroker(start: () => Promise<TestCluster>): Promise<() => Promise<void>> {
  const path = `/${randomBytes(16).toString('hex')}`
  let cluster: Promise<TestCluster> | undefined
  const server = createServer((request, response) => {
    if (request.url !== path) {
      response.writeHead(404).end()
      return
    }
    cluster ??= start()
    cluster.then(
      ({ serverUrl, template, urls }) => {
        response.end(JSON.stringify({ serverUrl, template, urls } satisfies TestClusterAccess))
      },
      (error: unknown) => {
        response.writeHead(500).end(String(error))
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[variable] = `http://127.0.0.1:${portOf(server)}${path}`
  return async () => {
    Reflect.deleteProperty(process.env, variable)
    server.close()
    server.closeAllConnections()
    await (await cluster?.catch(() => undefined))?.stop()
  }
}

/** The shared cluster, or undefined in a process that was not started by a run with a broker. */
export function requestCluster(): Promise<TestClusterAccess> | undefined {
  const url = process.env[variable]
  return url === undefined ? undefined : fetchAccess(url)
}

async function fetchAccess(url: string): Promise<TestClusterAccess> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The test cluster did not start: ${await answer.text()}`)
  return (await answer.json()) as TestClusterAccess
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The broker does not listen.')
  return address.port
}
