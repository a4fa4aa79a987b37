import { CARD_WIDTH_UNITS, logoBox, logoDpi } from '@laurel/domain/card-geometry'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CardItemCanvas } from '../../../parts/card/CardItemCanvas.tsx'
import { count } from '../../../parts/format.ts'
import type { Item, OrderArtwork } from './order.queries.ts'

type Design = OrderArtwork['designs'][number]
type LogoCompareProps = { item: Item; logo: NonNullable<Design['logo']>; before: Design['logoBefore'] }

/** A logo as it was uploaded, as it prints, and the one that this customer had before. */
export function LogoCompare({ item, logo, before }: LogoCompareProps) {
  return (
    <section aria-label="Logos" className="mt-4 flex flex-wrap gap-3">
      {before && (
        <Tile
          title="Before"
          text={
            <>
              Order{' '}
              <Link to="/office/orders/$id" params={{ id: String(before.orderId) }} className="link">
                {before.orderNumber}
              </Link>
            </>
          }
        >
          <LogoPicture logo={before} />
        </Tile>
      )}
      <Tile title={before ? 'Now' : 'Uploaded'} text={`${logo.name}, ${sizeOf(logo)}`}>
        <LogoPicture logo={logo} />
      </Tile>
      <Tile title="As printed" text={`${count(logoDpi(logo.widthPx, logo.heightPx))} dpi`}>
        <PrintedLogo item={item} logo={logo} />
      </Tile>
    </section>
  )
}

type Logo = { key: string; widthPx: number; heightPx: number }

const sizeOf = ({ widthPx, heightPx }: Logo) => `${count(widthPx)} × ${count(heightPx)} px`

function Tile({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <figure className="min-w-40 flex-1">
      <div className="grid h-20 place-items-center overflow-hidden rounded-control border border-line">
        {children}
      </div>
      <figcaption className="mt-1.5 text-muted text-small">
        <b className="font-medium text-ink">{title}</b> <span className="wrap-anywhere">{text}</span>
      </figcaption>
    </figure>
  )
}

/** On a pattern that shows where it's transparent. */
function LogoPicture({ logo: { key } }: { logo: Logo }) {
  const url = `/api/v1/files/${encodeURIComponent(key)}/`
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="paper grid size-full place-items-center bg-checked p-2"
    >
      <img src={url} alt="Open the file" className="max-h-15" />
    </a>
  )
}

/** Around the logo, in units of the card. */
const MARGIN = 14
const TILE_HEIGHT_PX = 78

/** The part of the card with its logo. */
function PrintedLogo({ item, logo }: { item: Item; logo: Logo }) {
  const box = logoBox(logo.widthPx, logo.heightPx)
  const scale = Math.min(TILE_HEIGHT_PX / (box.height + 2 * MARGIN), 220 / (box.width + 2 * MARGIN))
  return (
    <div className="relative size-full overflow-hidden" aria-hidden="true">
      <CardItemCanvas
        item={item}
        thumb
        className="absolute! max-w-none!"
        style={{
          width: CARD_WIDTH_UNITS * scale,
          left: (MARGIN - box.x) * scale,
          top: (TILE_HEIGHT_PX - box.height * scale) / 2 - box.y * scale,
        }}
      />
    </div>
  )
}
