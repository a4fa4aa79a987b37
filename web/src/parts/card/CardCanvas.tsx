import type { CardFace, CardLayer } from '@laurel/domain/card-face'
import { cardTone } from '@laurel/domain/card-tone'
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { brandColors } from '../../app/brand.ts'
import { type Site, useSite } from '../../app/site.ts'
import { drawCard } from './draw-card.ts'
import { loadCardFonts } from './load-card-fonts.ts'
import { loadCardImage } from './load-card-image.ts'
import { useLean } from './use-lean.ts'
import { useShownWidth } from './use-shown-width.ts'

type CardBrand = Pick<
  Site,
  'sitePrimaryColor' | 'siteSecondaryColor' | 'siteTertiaryColor' | 'cardMark' | 'networkName'
>

/**
 * What differs from card to card. The brand's colors, mark and network come from the site, or from the
 * order: a placed one keeps those it was ordered in.
 */
export type CardLook = Omit<
  CardFace,
  'colors' | 'networkName' | 'bitmapLogo' | 'logoOneColor' | 'organization'
> & {
  /** The customer's logo; the organization's mark stands in its place. */
  logoUrl?: string | null | undefined
  logoOneColor?: boolean
  /** Instead of the organization's own: for pictures of how it could look. */
  mark?: CardFace['organization']
  /** The reward's, which may be another than the site's. */
  networkName?: string
  /** Instead of the site's own as it is now: a placed order's, or one that is being chosen. */
  brand?: CardBrand | undefined
  backgroundImageUrl?: string | null | undefined
}

type CardCanvasProps = {
  look: CardLook
  /** Only these layers. */
  layers?: readonly CardLayer[]
  /** Lies as in a hand and leans towards the pointer: on home only. */
  tilted?: boolean
  /** Leans towards the pointer, straight otherwise. */
  leaning?: boolean
  thumb?: boolean
  /** Says more than the words on the card do. */
  label?: string
  className?: string
  style?: CSSProperties
  children?: ReactNode
}

/** The customer's own card, drawn by the same layers as the printed one. Redraws within a frame. */
export function CardCanvas({
  look,
  layers,
  tilted = false,
  leaning = false,
  thumb = false,
  label,
  className = '',
  style,
  children,
}: CardCanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const face = useCardFace(look)
  const width = useShownWidth(frame)
  const fontsReady = useCardFonts(`${cardLabel(look)} ${look.recipientName?.toUpperCase() ?? ''}`)
  const [isBroken, setBroken] = useState(false)
  useLean(frame, tilted || leaning)

  // Object identity changes with every keystroke anywhere; what is drawn does not.
  const drawing = JSON.stringify([face, layers])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawing` stands for face and layers
  useEffect(() => {
    const target = canvas.current
    if (!target || !fontsReady || width === 0) return
    const request = requestAnimationFrame(() => {
      try {
        drawCard(target, face, width, layers)
      } catch (cause) {
        console.error(cause)
        setBroken(true)
      }
    })
    return () => cancelAnimationFrame(request)
  }, [drawing, face.bitmapLogo, face.backgroundImage, width, fontsReady])

  const ground = cardTone(look.tone, face.colors).low
  const lie = tilted ? 'card-tilted' : leaning ? 'card-leaning' : ''
  const name = label ?? cardLabel(look)
  if (isBroken) {
    return (
      <div ref={frame} role="img" aria-label={name} className={`card card-blank ${className}`} style={style}>
        <p className={thumb ? 'sr-only' : 'text-small'}>
          This browser cannot draw the card. Your design is kept, and it prints as you made it.
        </p>
      </div>
    )
  }
  return (
    <div
      ref={frame}
      className={`card ${lie} ${thumb ? 'card-thumb' : ''} ${className}`}
      style={{ ...style, '--card-ground': ground } as CSSProperties}
    >
      <canvas ref={canvas} role="img" aria-label={name} />
      {children}
    </div>
  )
}

function cardLabel({ line1, line2, recipientName, amountText }: CardLook): string {
  const words = [line1, line2, recipientName, amountText].filter(Boolean).join(', ')
  return words ? `Reward card: ${words}` : 'Reward card without words'
}

function useCardFonts(words: string): boolean {
  const [ready, setReady] = useState('')
  useEffect(() => {
    let isMounted = true
    loadCardFonts(words).then(() => isMounted && setReady(words))
    return () => {
      isMounted = false
    }
  }, [words])
  return ready === words
}

/** The look with its brand, and its pictures once they have arrived. */
function useCardFace({
  logoUrl,
  logoOneColor = true,
  mark,
  brand: ownBrand,
  backgroundImageUrl,
  networkName,
  ...look
}: CardLook): CardFace {
  const site = useSite()
  const brand = ownBrand ?? site
  const colors = useMemo(() => brandColors(brand), [brand])
  const logo = useCardImage(logoUrl)
  const background = useCardImage(backgroundImageUrl)
  return {
    ...look,
    colors,
    networkName: networkName ?? brand.networkName,
    logoOneColor,
    // Until a logo has arrived its place stays empty: the organization's mark would flash.
    ...(logoUrl ? logo && { bitmapLogo: logo } : { organization: mark ?? brand.cardMark }),
    ...(background && { backgroundImage: background.image }),
  }
}

function useCardImage(url: string | null | undefined) {
  const [bitmap, setBitmap] = useState<Awaited<ReturnType<typeof loadCardImage>>>()
  useEffect(() => {
    let isCurrent = true
    setBitmap(undefined)
    if (url) loadCardImage(url).then((found) => isCurrent && setBitmap(found))
    return () => {
      isCurrent = false
    }
  }, [url])
  return bitmap
}
