import { imageTypeOf } from './image-type.ts'

const maxBytes = 8 * 1024 * 1024
/** An image is read when it is this near to the visible part: a work may have hundreds. */
const near = { rootMargin: '600px' }

/**
 * Draws the image of each `<figure data-image="address" data-name="path">` below the element, once it comes near. The bytes decide
 * its type, since a name may lie, and an SVG is more than a picture. The returned function removes all images again.
 */
export function drawImages(root: Element): () => void {
  const ending = new AbortController()
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue
      seen.unobserve(target)
      void draw(target, ending.signal)
    }
  }, near)
  for (const figure of root.querySelectorAll('figure[data-image]')) seen.observe(figure)
  return () => {
    seen.disconnect()
    ending.abort()
  }
}

async function draw(figure: HTMLElement, signal: AbortSignal): Promise<void> {
  const { image: address = '', name = '' } = figure.dataset
  const blob = await readImage(address, signal)
  if (signal.aborted) return
  if (blob === null) return figure.querySelector('p')?.removeAttribute('hidden')
  const image = figure.ownerDocument.createElement('img')
  image.alt = name
  image.src = URL.createObjectURL(blob)
  figure.prepend(image)
  signal.addEventListener('abort', () => {
    image.remove()
    URL.revokeObjectURL(image.src)
  })
}

/** Null for a file that is no image, is too large, or does not come. */
async function readImage(address: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const { ok, body } = await fetch(address, { signal })
    const bytes = ok && body !== null ? await readBytes(body) : null
    const type = bytes && imageTypeOf(bytes)
    return bytes && type ? new Blob([bytes], { type }) : null
  } catch {
    return null
  }
}

/** Null above `maxBytes`. */
async function readBytes(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(maxBytes)
  const reader = body.getReader()
  let length = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (length + piece.value.length > maxBytes) {
      await reader.cancel()
      return null
    }
    bytes.set(piece.value, length)
    length += piece.value.length
  }
  return bytes.slice(0, length)
}
