import type { Canvas2D } from '@laurel/domain/card-canvas'
import type { CardFace, CardLayer } from '@laurel/domain/card-face'
import { CARD_ASPECT } from '@laurel/domain/card-geometry'
import { cardTone } from '@laurel/domain/card-tone'
import { paintCard } from '@laurel/domain/paint-card'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { brandColors } from '../../app/brand.ts'
import { type Site, useSite } from '../../app/site.ts'
import { loadCardFonts, loadCardImage } from './load-card.ts'
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

/** At most 4° each way. */
const LEAN_X_DEGREES = 7
const LEAN_Y_DEGREES = 8

/** The card leans towards the pointer, a little, and not for those who asked for less motion. */
function useLean(ref: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const card = ref.current
    const around = card?.parentElement
    if (!isOn || !card || !around || matchMedia('(prefers-reduced-motion: reduce)').matches) return

    const lean = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const box = card.getBoundingClientRect()
      const x = half((event.clientX - box.x) / box.width - 0.5)
      const y = half((event.clientY - box.y) / box.height - 0.5)
      card.style.setProperty('--lean-x', `${(-y * LEAN_X_DEGREES).toFixed(2)}deg`)
      card.style.setProperty('--lean-y', `${(x * LEAN_Y_DEGREES).toFixed(2)}deg`)
    }
    const settle = () => {
      card.style.removeProperty('--lean-x')
      card.style.removeProperty('--lean-y')
    }
    around.addEventListener('pointermove', lean)
    around.addEventListener('pointerleave', settle)
    return () => {
      around.removeEventListener('pointermove', lean)
      around.removeEventListener('pointerleave', settle)
      settle()
    }
  }, [ref, isOn])
}

function half(share: number): number {
  return Math.max(-0.5, Math.min(0.5, share))
}

const MAX_WIDTH_DOTS = 1600

/**
 * Draws a card's face into a canvas of the page, as sharp as the screen can show it.
 *
 * @param shownWidth the canvas's width on the page, in CSS pixels
 * @throws {Error} 'Could not get canvas context' where the browser gives none (docs/spec.md §8)
 */
function drawCard(
  canvas: HTMLCanvasElement,
  face: CardFace,
  shownWidth: number,
  layers?: readonly CardLayer[],
): void {
  const c = canvas.getContext('2d')
  if (!c) throw new Error('Could not get canvas context')
  // Small letters need more dots than a small canvas has.
  const density = Math.max(devicePixelRatio || 1, shownWidth < 220 ? 2.5 : 2)
  const widthDots = Math.round(Math.min(MAX_WIDTH_DOTS, Math.max(300, shownWidth * density)))
  canvas.width = widthDots
  canvas.height = Math.round(widthDots / CARD_ASPECT)
  paintCard(c as unknown as Canvas2D, face, {
    widthDots,
    ...(layers && { layers }),
    makePath: (d) => new Path2D(d),
    tint: tintImage,
    onLayerFailed: (layer, cause) => console.error(`Card layer ${layer} failed and is left out`, cause),
  })
}

/** The silhouette of a picture in one color. */
function tintImage(image: object, color: string): HTMLCanvasElement {
  const picture = image as HTMLImageElement
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth || picture.width
  canvas.height = picture.naturalHeight || picture.height
  const c = canvas.getContext('2d')
  if (!c) throw new Error('Could not get canvas context')
  c.drawImage(picture, 0, 0, canvas.width, canvas.height)
  c.globalCompositeOperation = 'source-in'
  c.fillStyle = color
  c.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}
