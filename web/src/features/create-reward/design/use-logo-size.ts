import { useEffect, useState } from 'react'
import { loadCardImage } from '../../../parts/card/load-card-image.ts'

/** A picture's size in pixels, once it has arrived. */
export function useLogoSize(url: string | null): { width: number; height: number } | undefined {
  const [found, setFound] = useState<{ url: string; width: number; height: number }>()
  useEffect(() => {
    let isCurrent = true
    if (url !== null) {
      loadCardImage(url).then((bitmap) => {
        if (isCurrent && bitmap) setFound({ url, width: bitmap.width, height: bitmap.height })
      })
    }
    return () => {
      isCurrent = false
    }
  }, [url])
  return found && found.url === url ? found : undefined
}
