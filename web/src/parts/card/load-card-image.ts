import type { CardBitmap } from '@laurel/domain/card-face'

const loaded = new Map<string, Promise<CardBitmap | undefined>>()

/**
 * Loads a picture for a card's layer, once per address.
 *
 * @returns undefined when it failed: that is logged, and the layer is left out
 * @see docs/spec.md §3, "A failed image layer is logged and skipped"
 */
export function loadCardImage(url: string): Promise<CardBitmap | undefined> {
  const known = loaded.get(url)
  if (known) return known
  const bitmap = decode(url).catch((cause: unknown) => {
    console.error(`Failed to load card image ${url}`, cause)
    loaded.delete(url)
    return undefined
  })
  loaded.set(url, bitmap)
  return bitmap
}

async function decode(url: string): Promise<CardBitmap> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { image, width: image.naturalWidth, height: image.naturalHeight }
}
