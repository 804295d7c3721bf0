import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { stateRootForTest } from './stand-in/spawn-stand-in.ts'
import { openStateFolder } from './state-folder.ts'

it('`--fresh` deletes what was done in the demo world, says so, and no other start does', async () => {
  const state = openStateFolder(stateRootForTest())
  const said: string[] = []
  const begin = async (say: ((line: string) => void) | null) => {
    const database = await openDatabase(undefined, state, { url: 'http://127.0.0.1:1', isSimulator: true }, say)
    onTestFinished(() => database.close())
    return database
  }
  const first = await begin(null)
  await query(first, 'CREATE TABLE done AS SELECT 1 AS work')
  await first.close()
  const second = await begin(null)
  expect(await query(second, 'SELECT work FROM done')).toEqual([{ work: 1 }])
  await second.close()
  const third = await begin((line) => said.push(line))
  expect(await query(third, "SELECT to_regclass('done') AS work")).toEqual([{ work: null }])
  expect(said).toEqual([expect.stringContaining('deletes the database course_grading in ')])
})

async function query({ ownerUrl }: OpenDatabase, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}
