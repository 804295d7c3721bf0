// Stands for a service or the simulator in the starter's tests. It is ready at once and ends at an interrupt, or
// behaves as STAND_IN says.
import { createServer } from 'node:http'

const role = process.env['STAND_IN']
process.stdout.write(`${process.pid} ${process.ppid}\n`)
if (role === 'broken') {
  process.stderr.write('configuration: FRONTEND_SECRET is too short\n')
  process.exit(78)
}
const server = createServer((request, response) => {
  response.writeHead(request.url === '/health/ready' || request.url === '/' ? 200 : 404).end()
})
server.listen(Number(process.env['PORT']), process.env['HOST'])
process.on('SIGINT', () => {
  if (role === 'deaf') return
  server.close()
  server.closeAllConnections()
})
