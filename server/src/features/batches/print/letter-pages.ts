import { cardSender, letterTerms, letterWords } from '@laurel/domain/card-words'
import { deliveryReference } from '@laurel/domain/delivery-reference'
import { mergeMessage } from '@laurel/domain/message-merge'
import { inSite } from '../../../database/in-site.ts'
import { languageFor, textsOf } from '../../../texts.ts'
import type { SiteRow } from '../../sites/sites.repo.ts'
import type { BatchKit } from '../batch-kit.ts'
import type { BatchRow } from '../batches.repo.ts'
import { addressLines } from './address-lines.ts'
import type { LetterPage } from './letters-pdf.ts'
import { listParcelCards, type ParcelLine, type PrintedLetter } from './printed-letters.repo.ts'

/** Cards of a parcel read at a time. */
const PAGE = 1_000

/** The letters of people, each addressed and in its sender's words. */
export async function* addressedPages(
  site: Pick<SiteRow, 'language' | 'name' | 'network_name'>,
  letters: AsyncIterable<PrintedLetter>,
): AsyncGenerator<LetterPage> {
  for await (const letter of letters) {
    const person = {
      firstName: letter.first_name,
      lastName: letter.last_name,
      amountCents: letter.value_cents,
    }
    const i18n = textsOf(languageFor(site, letter.language))
    yield {
      address: addressLines(letter),
      ...letterWords(i18n, mergeMessage(letter.message, person), senderOf(site, letter, letter)),
      // The network of the order, even if the site's has changed since.
      terms: letterTerms(i18n, letter.network_name || site.network_name),
      valueCents: letter.value_cents,
      slug: `${deliveryReference(letter.id)} · order ${letter.order_number} · ${letter.position}`,
    }
  }
}

/** The letters in a parcel: one for each card whose design has a message. */
export function countParcelLetters(lines: readonly ParcelLine[]): number {
  return lines.filter(hasMessage).reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * The letters of a parcel's cards, in card order with their numbers in the batch and without an address. Cards
 * without a message have none.
 */
export async function* parcelPages(
  kit: Pick<BatchKit, 'pool'>,
  site: Pick<SiteRow, 'id' | 'language' | 'name' | 'network_name'>,
  batch: Pick<BatchRow, 'number' | 'card_count'>,
  parcel: PrintedLetter,
  lines: readonly ParcelLine[],
): AsyncGenerator<LetterPage> {
  const i18n = textsOf(site.language)
  const byItem = new Map(lines.filter(hasMessage).map((line) => [line.card_item_id, line]))
  let at = 0
  for (let after = 0; ; ) {
    const from = after
    const cards = await inSite(kit.pool, site.id, (db) =>
      listParcelCards(db, site.id, parcel.id, { after: from, take: PAGE }),
    )
    for (const card of cards) {
      at += 1
      const line = byItem.get(card.card_item_id)
      if (line === undefined) continue
      const unnamed = { firstName: '', lastName: '', amountCents: card.value_cents }
      yield {
        address: [],
        ...letterWords(i18n, mergeMessage(line.message, unnamed), senderOf(site, line, parcel)),
        terms: letterTerms(i18n, line.network_name || site.network_name),
        valueCents: card.value_cents,
        slug: `${batch.number} · ${at} of ${batch.card_count} · ${deliveryReference(parcel.id)}`,
      }
    }
    if (cards.length < PAGE) return
    after = cards.at(-1)!.position
  }
}

function hasMessage({ message }: ParcelLine): boolean {
  return message.trim() !== ''
}

function senderOf(
  site: Pick<SiteRow, 'name'>,
  { sender_name: senderName }: Pick<PrintedLetter, 'sender_name'>,
  { business_name: businessName }: Pick<PrintedLetter, 'business_name'>,
): string {
  return cardSender({ senderName, businessName, siteName: site.name })
}
