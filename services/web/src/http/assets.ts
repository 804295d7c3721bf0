import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A file that pages name. Its address has its content's hash, so that browsers keep it for good. */
export interface Asset {
  readonly path: string
  readonly mediaType: string
  readonly content: Buffer
}

export interface Assets {
  readonly style: Asset
  readonly icon: Asset
}

/** Reads each file once, when the service starts. */
export async function readAssets(): Promise<Assets> {
  const [style, icon] = await Promise.all([
    readAsset('style.css', 'text/css; charset=utf-8'),
    readAsset('icon.svg', 'image/svg+xml'),
  ])
  return { style, icon }
}

async function readAsset(name: string, mediaType: string): Promise<Asset> {
  const content = await readFile(new URL(`../assets/${name}`, import.meta.url))
  return { path: `/assets/${hash('sha256', content, 'hex').slice(0, 16)}-${name}`, mediaType, content }
}
