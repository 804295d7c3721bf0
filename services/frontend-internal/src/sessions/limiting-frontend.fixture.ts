import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createFrontendTransport, FrontendTransportError } from '@course-grading/frontend-transport'
import { clientAddress, clientHost, clientNetwork, createTokenBuckets, HttpError } from '@course-grading/http-kit'
import { frontendSecret } from '../service.fixture.ts'

interface LimitingFrontend {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Signs people in by the token in a request's body, as a frontend behind one proxy. `perMinute`: refused sign-ins that it allows. */
export async function startLimitingFrontend(
  baseUrl: string,
  perMinute: { readonly host: number; readonly network: number },
): Promise<LimitingFrontend> {
  const transport = createFrontendTransport({ baseUrl, secret: frontendSecret })
  const ofHost = createTokenBuckets(perMinute.host)
  const ofNetwork = createTokenBuckets(perMinute.network)
  const signIn = async (address: string, token: string): Promise<number> => {
    const [host, network] = [clientHost(address), clientNetwork(address)]
    try {
      const charges = [ofHost.requireToken(host), ofNetwork.requireToken(network)]
      try {
        return (await transport.createSession({ body: { token } })).status
      } catch (error) {
        if (error instanceof FrontendTransportError && error.status === 401) for (const charge of charges) charge()
        throw error
      }
    } catch (error) {
      if (error instanceof HttpError) return 429
      if (error instanceof FrontendTransportError) return error.status ?? 502
      throw error
    }
  }
  const server = createServer((request, response) => {
    void text(request).then(async (token) => {
      response.statusCode = await signIn(clientAddress(request, 1), token)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await transport.close()
    },
  }
}
