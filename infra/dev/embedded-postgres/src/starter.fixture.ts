// A process that starts PostgreSQL in the folder $1, prints its process id and URL in one line, and then ends as $2
// says: `stay` until it is killed, `exit` at once without a stop, `throw` by an uncaught error.
import { startPostgres } from './start-postgres.ts'

const [dataDir = '', ending = 'stay', ephemeral = ''] = process.argv.slice(2)
const { pid, url } = await startPostgres({ dataDir, durable: false, ephemeral: ephemeral === 'ephemeral' })
process.stdout.write(`${JSON.stringify({ pid, url, uid: process.getuid?.() })}\n`)
if (ending === 'stay') setInterval(() => {}, 60_000)
if (ending === 'exit') process.exit(0)
if (ending === 'throw') throw new Error('as asked')
