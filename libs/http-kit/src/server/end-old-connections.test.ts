import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { endOldConnections } from './end-old-connections.ts'

describe('endOldConnections', () => {
  it('closes the connection with the reply to its last request', async () => {
    const server = createServer()
    endOldConnections(server, 3)
    server.on('request', (_request, response) => response.end('ok'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
    const connectionHeaders: (string | undefined)[] = []
    for (let request = 1; request <= 3; request += 1) {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      const [reply] = (await once(socket, 'data')) as [string]
      connectionHeaders.push(/^Connection: (.*)$/m.exec(reply)?.[1])
    }
    expect(connectionHeaders).toEqual(['keep-alive', 'keep-alive', 'close'])
    await once(socket, 'end')
    socket.end()
    server.close()
  })
})
