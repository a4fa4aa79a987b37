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
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { brandColors, type Site, useSite } from '../../app/site.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { loadCardFonts, loadCardImage } from './load-card.ts'

type CardBrand = Pick<
  Site,
  'sitePrimaryColor' | 'siteSecondaryColor' | 'siteTertiaryColor' | 'cardMark' | 'networkName'
>

/**
 * What differs from card to card. The brand's colors, logo, and network come from the site, or from the
 * order, because a placed order keeps its brand.
 */
export type CardLook = Omit<
  CardFace,
  'colors' | 'networkName' | 'bitmapLogo' | 'logoOneColor' | 'organization'
> & {
  /** The customer's logo; without it, the organization's is drawn. */
  logoUrl?: string | null | undefined
  logoOneColor?: boolean
  /** Replaces the organization's logo, for example pictures. */
  organizationLogo?: CardFace['organization']
  /** The reward's network, which may differ from the site's. */
  networkName?: string
  /** Replaces the site's current brand: a placed order's, or one being chosen. */
  brand?: CardBrand | undefined
  backgroundImageUrl?: string | null | undefined
}

type CardCanvasProps = {
  look: CardLook
  /** Only these layers. */
  layers?: readonly CardLayer[]
  /** Tilted, and leans toward the pointer. Only on the home page. */
  tilted?: boolean
  /** Leans toward the pointer. */
  leaning?: boolean
  thumb?: boolean
  /** Replaces the card's texts as its label. */
  label?: string
  className?: string
  style?: CSSProperties
  children?: ReactNode
}

/** The customer's card, drawn with the same layers as the printed one. Redraws within a frame. */
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
  const i18n = useTexts()
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const face = useCardFace(look)
  const width = useShownWidth(frame)
  const fontsReady = useCardFonts(`${cardLabel(look)} ${look.recipientName?.toUpperCase() ?? ''}`)
  const [isBroken, setBroken] = useState(false)
  useLean(frame, tilted || leaning)

  // The object changes with every keystroke anywhere, so compare by content.
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
  }, [drawing, face.bitmapLogo, face.organization?.bitmap, face.backgroundImage, width, fontsReady])

  const ground = cardTone(look.tone, face.colors).low
  const lie = tilted ? 'card-tilted' : leaning ? 'card-leaning' : ''
  const name = label ?? cardLabel(look)
  if (isBroken) {
    return (
      <div ref={frame} role="img" aria-label={name} className={`card card-blank ${className}`} style={style}>
        <p className={thumb ? 'sr-only' : 'text-small'}>
          {i18n.t('Your browser can’t show the card. Your design is saved and will print correctly.')}
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
  const i18n = pageTexts()
  return words ? i18n.t('Reward card: {words}', { words }) : i18n.t('Reward card without text')
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

/** The look with its brand, and its images once they have loaded. */
function useCardFace({
  logoUrl,
  logoOneColor = true,
  organizationLogo,
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
  const organization = organizationLogo ?? brand.cardMark
  const pictureUrl = logoUrl || organizationLogo ? undefined : brand.cardMark.picture?.url
  const picture = useCardImage(pictureUrl)
  return {
    ...look,
    colors,
    networkName: networkName ?? brand.networkName,
    logoOneColor,
    // Empty while the logo loads, so that the organization's logo doesn't flash.
    ...(logoUrl
      ? logo && { bitmapLogo: logo }
      : (!pictureUrl || picture !== undefined) && {
          organization: picture ? { ...organization, bitmap: picture } : organization,
        }),
    ...(background && { backgroundImage: background.image }),
  }
}

/** @returns undefined while it loads, and null if it failed */
function useCardImage(url: string | null | undefined) {
  const [bitmap, setBitmap] = useState<Awaited<ReturnType<typeof loadCardImage>> | null>()
  useEffect(() => {
    let isCurrent = true
    setBitmap(undefined)
    if (url) loadCardImage(url).then((found) => isCurrent && setBitmap(found ?? null))
    return () => {
      isCurrent = false
    }
  }, [url])
  return bitmap
}

/** At most 4° each way. */
const LEAN_X_DEGREES = 7
const LEAN_Y_DEGREES = 8

/** Leans the card a little toward the pointer, unless reduced motion is preferred. */
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
 * Draws a card's face into a canvas at the screen's resolution.
 *
 * @param shownWidth the canvas's width on the page, in CSS pixels
 * @throws {Error} 'Could not get canvas context' (docs/spec.md §8)
 */
function drawCard(
  canvas: HTMLCanvasElement,
  face: CardFace,
  shownWidth: number,
  layers?: readonly CardLayer[],
): void {
  const c = canvas.getContext('2d')
  if (!c) throw new Error('Could not get canvas context')
  // Small text needs a higher resolution than a small canvas has.
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

/** An image's silhouette in one color. */
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

/** An element's layout width in whole CSS pixels, unaffected by transforms. */
export function useShownWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = () => setWidth(element.offsetWidth)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
