import { cardBackMessage } from '@laurel/domain/card-back-message'
import type { Canvas2D } from '@laurel/domain/card-canvas'
import type { Tone } from '@laurel/domain/card-design'
import { CARD_ASPECT } from '@laurel/domain/card-geometry'
import { cardTone } from '@laurel/domain/card-tone'
import { paintCardBack } from '@laurel/domain/paint-card-back'
import { type CSSProperties, useEffect, useRef } from 'react'
import { brandColors } from '../../../app/brand.ts'
import { useSite } from '../../../app/site.ts'
import { loadCardFonts } from '../../../parts/card/load-card-fonts.ts'
import { useShownWidth } from '../../../parts/card/use-shown-width.ts'

const DENSITY_AT_LEAST = 2

type CardBackCanvasProps = { tone: Tone; networkName?: string | undefined }

/** The card turned over: strip, signature, and where its holder can ask. */
export function CardBackCanvas({ tone, networkName: ofReward }: CardBackCanvasProps) {
  const site = useSite()
  const networkName = ofReward ?? site.networkName
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useShownWidth(frame)
  const colors = brandColors(site)
  const message = cardBackMessage({ ...site, networkName })

  useEffect(() => {
    if (width === 0) return
    let isCurrent = true
    loadCardFonts(message).then(() => {
      const c = canvas.current?.getContext('2d')
      if (!c || !canvas.current || !isCurrent) return
      const widthDots = Math.round(width * Math.max(devicePixelRatio || 1, DENSITY_AT_LEAST))
      canvas.current.width = widthDots
      canvas.current.height = Math.round(widthDots / CARD_ASPECT)
      paintCardBack(
        c as unknown as Canvas2D,
        { colors: brandColors(site), tone, message, networkName },
        {
          widthDots,
          onLayerFailed: (layer, cause) => console.error(`Card layer ${layer} failed and is left out`, cause),
        },
      )
    })
    return () => {
      isCurrent = false
    }
  }, [site, tone, message, networkName, width])

  return (
    <div
      ref={frame}
      className="card"
      style={{ '--card-ground': cardTone(tone, colors).low } as CSSProperties}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label="The back of the card: magnetic strip, signature panel, and where to ask for help"
      />
    </div>
  )
}
