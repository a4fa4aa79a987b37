import { mergeMessage } from '@laurel/domain/message-merge'
import { useQuery } from '@tanstack/react-query'
import { useSetupStore } from '../../../app/setup-store.ts'
import type { CardLook } from '../../../parts/card/CardCanvas.tsx'
import { SAMPLE_PERSON } from '../card-look.ts'
import { cardItemQueries } from '../create-reward.queries.ts'
import { Letter } from '../preview/Letter.tsx'
import { Mail } from '../preview/Mail.tsx'
import { useGiver } from '../preview/use-giver.ts'

const SAMPLE_ADDRESS = ['Maya Okafor', '418 Juniper Street', 'Portland, OR 97214']

type InTheEnvelopeProps = { look: CardLook; rewardName: string | undefined }

/** How the card arrives: on its letter, or in its email. */
export function InTheEnvelope({ look, rewardName }: InTheEnvelopeProps) {
  const cardItemId = useSetupStore((setup) => setup.cardItemId)
  const amountCents = useSetupStore((setup) => setup.denominationCents)
  const { data: item } = useQuery({ ...cardItemQueries.one(cardItemId ?? 0), enabled: cardItemId !== null })
  const giver = useGiver(item?.senderName ?? '')
  const person = { ...SAMPLE_PERSON, amountCents: amountCents ?? SAMPLE_PERSON.amountCents }
  const shared = { look, message: mergeMessage(item?.message ?? '', person), giver }
  return look.rewardType === 'digital' ? (
    <Mail
      {...shared}
      person={person}
      rewardName={rewardName ?? item?.reward.name ?? 'card'}
      email="maya@example.com"
    />
  ) : (
    <Letter
      {...shared}
      rewardType={look.rewardType}
      amountCents={amountCents}
      address={look.rewardType === 'direct' ? SAMPLE_ADDRESS : []}
    />
  )
}
