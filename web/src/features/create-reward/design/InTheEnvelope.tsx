import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { customerQueries } from '../../../app/customer.queries.ts'
import type { CardLook } from '../../../parts/card/CardCanvas.tsx'
import { SAMPLE_PERSON } from '../card-look.ts'
import { cardItemQueries } from '../create-reward.queries.ts'
import { Letter } from '../preview/Letter.tsx'
import { Mail } from '../preview/Mail.tsx'
import { messageParagraphs } from '../preview/message-parts.ts'
import { useSetupStore } from '../setup-store.ts'

const SAMPLE_ADDRESS = ['Maya Okafor', '418 Juniper Street', 'Portland, OR 97214']

/** How the card arrives: on its letter, or in its email. */
export function InTheEnvelope({ look }: { look: CardLook }) {
  const { data: customer } = useSuspenseQuery(customerQueries.me())
  const cardItemId = useSetupStore((setup) => setup.cardItemId)
  const amountCents = useSetupStore((setup) => setup.denominationCents)
  const { data: item } = useQuery({ ...cardItemQueries.one(cardItemId ?? 0), enabled: cardItemId !== null })
  const person = { ...SAMPLE_PERSON, amountCents: amountCents ?? SAMPLE_PERSON.amountCents }
  const shared = {
    look,
    businessName: customer.legalBusinessName,
    paragraphs: messageParagraphs(item?.message ?? '', person),
    senderName: item?.senderName ?? '',
    amountCents,
  }
  return look.rewardType === 'digital' ? (
    <Mail {...shared} firstName={person.firstName} email="maya@example.com" />
  ) : (
    <Letter {...shared} address={look.rewardType === 'direct' ? SAMPLE_ADDRESS : []} />
  )
}
