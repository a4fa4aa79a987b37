import { cardBackTexts } from '@laurel/domain/card-back-texts'
import { repairDesign } from '@laurel/domain/card-design'
import { deliveryReference } from '@laurel/domain/delivery-reference'
import type { Language } from '@laurel/domain/languages'
import { inSite } from '../../../database/in-site.ts'
import { languageFor, textsOf } from '../../../texts.ts'
import { cardBrandOfItem } from '../../card-items/card-brand.ts'
import { listCardItemsOfSite } from '../../card-items/card-items.repo.ts'
import { findTemplateImages } from '../../card-items/offers.repo.ts'
import { cardFace, loadArtwork } from '../../card-items/print-file.service.ts'
import { openCards } from '../../issuing/cards.ts'
import { brandColors } from '../../sites/site-brand.ts'
import type { SiteRow } from '../../sites/sites.repo.ts'
import type { BatchKit } from '../batch-kit.ts'
import type { BatchRow } from '../batches.repo.ts'
import type { CardPress } from './card-press.ts'
import { mapInOrder } from './card-press.ts'
import type { PrintedCard } from './cards-pdf.ts'
import { listPrintedLetters, type PrintedLetter } from './printed-letters.repo.ts'

/** Letters read at a time, which limits memory. */
const PAGE = 200

/** The letters of a batch in the order they are printed, a page at a time. */
export async function* lettersOf(
  kit: Pick<BatchKit, 'pool'>,
  siteId: number,
  batchId: number,
): AsyncGenerator<PrintedLetter> {
  for (let after = 0; ; ) {
    const from = after
    const letters = await inSite(kit.pool, siteId, (db) =>
      listPrintedLetters(db, siteId, batchId, { after: from, take: PAGE }),
    )
    yield* letters
    if (letters.length < PAGE) return
    after = letters.at(-1)!.position
  }
}

type Card = { letter: PrintedLetter; cardItemId: number; valueCents: number; number: string; pin: string }

/** Every card of a batch, opened: one of a letter, all of a parcel. */
async function* cardsOf(kit: BatchKit, siteId: number, batchId: number): AsyncGenerator<Card> {
  for (let after = 0; ; ) {
    const from = after
    const page = await inSite(kit.pool, siteId, async (db) => {
      const letters = await listPrintedLetters(db, siteId, batchId, { after: from, take: PAGE })
      const ids = letters.map(({ id }) => id)
      return { letters, cards: await openCards(db, kit.keys, siteId, ids) }
    })
    const byLetter = Map.groupBy(page.cards, ({ deliveryId }) => deliveryId)
    for (const letter of page.letters) {
      const cards = byLetter.get(letter.id) ?? []
      if (cards.length !== letter.card_count) {
        throw new Error(`${deliveryReference(letter.id)} has ${cards.length} of ${letter.card_count} cards`)
      }
      for (const { cardItemId, valueCents, number, pin } of cards) {
        yield { letter, cardItemId, valueCents, number, pin }
      }
    }
    if (page.letters.length < PAGE) return
    after = page.letters.at(-1)!.position
  }
}

/**
 * Every printed card of a batch, in order. A design's artwork is drawn once, its back once in each language. Bulk cards
 * of one value have no names and share their front as well.
 */
export async function* printedCards(
  kit: BatchKit,
  site: SiteRow,
  batch: BatchRow,
  press: CardPress,
): AsyncGenerator<PrintedCard> {
  let design: Promise<Design> | undefined
  let of = 0
  let count = 0
  let shared: { key: string; front: Promise<Buffer> } | undefined

  async function* prepared() {
    for await (const card of cardsOf(kit, site.id, batch.id)) {
      if (card.cardItemId !== of || design === undefined) {
        of = card.cardItemId
        design = readDesign(kit, site, card.cardItemId, press)
      }
      count += 1
      yield { card, design: await design, at: count }
    }
  }
  yield* mapInOrder(prepared(), async ({ card, design: { item, artwork, backIn }, at }) => {
    const { letter, valueCents, number, pin } = card
    const bearer = { first_name: letter.first_name, last_name: letter.last_name, amount_cents: valueCents }
    const face = cardFace(
      site,
      item,
      batch.kind === 'bulk' ? { ...bearer, first_name: '', last_name: '' } : bearer,
    )
    const draw = () => press.front(String(item.id), face, artwork)
    const key = `${item.id}:${valueCents}`
    if (batch.kind === 'bulk' && shared?.key !== key) shared = { key, front: draw() }
    const front = await (batch.kind === 'bulk' ? shared!.front : draw())
    const slug = `${batch.number} · ${at} of ${batch.card_count} · ${deliveryReference(letter.id)}`
    const back = await backIn(languageFor(site, letter.language))
    return { front, back, number, pin, slug }
  })
}

type Design = Awaited<ReturnType<typeof readDesign>>

async function readDesign(kit: BatchKit, site: SiteRow, cardItemId: number, press: CardPress) {
  const { item, images } = await inSite(kit.pool, site.id, async (db) => {
    const [found] = await listCardItemsOfSite(db, site.id, [cardItemId])
    if (found === undefined) throw new Error(`card item ${cardItemId} is gone`)
    const pictures = await findTemplateImages(db, site.id, found.reward_card_template_id, found.reward_type)
    return { item: found, images: pictures }
  })
  const brand = cardBrandOfItem(site, item)
  const backs = new Map<Language, Promise<Buffer>>()
  const backIn = (language: Language) => {
    const drawn =
      backs.get(language) ??
      press.back({
        colors: brandColors(brand),
        tone: repairDesign(item.design).tone,
        ...cardBackTexts(textsOf(language), {
          networkName: brand.network_name,
          supportPhone: site.support_phone,
          supportHours: site.support_hours,
        }),
        networkName: brand.network_name,
      })
    backs.set(language, drawn)
    return drawn
  }
  return { item, artwork: await loadArtwork(kit, item, images, { organization: brand.card_mark }), backIn }
}
