import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Ports on which a process listens for TCP, from the kernel's tables. Linux only. */
export function listeningPorts(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return [] // closed since it was listed
      }
    }),
  )
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1),
  )
  const listening = '0A'
  return rows
    .flatMap((row) => {
      const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/)
      return state === listening && inodes.has(inode) ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : []
    })
    .toSorted((a, b) => a - b)
}
