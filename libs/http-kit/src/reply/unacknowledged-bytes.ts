import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Read from /proc/net/tcp, null without it: a socket is not writable until a third of its buffer is free, which hides a slow reader. */
export async function unacknowledgedBytes({ localPort = 0, remotePort = 0 }: Socket): Promise<number | null> {
  const connection = new RegExp(`^ *\\d+: \\w+:${hex(localPort)} \\w+:${hex(remotePort)} \\w+ (\\w+):`, 'gm')
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8').catch(() => '')),
  )
  const found = tables.flatMap((table) =>
    [...table.matchAll(connection)].map(([, queued = '']) => parseInt(queued, 16)),
  )
  return found.length === 0 ? null : Math.max(...found)
}

const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')
