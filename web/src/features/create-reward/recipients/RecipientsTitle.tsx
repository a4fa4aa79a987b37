import type { ReactNode } from 'react'
import { useSetupStore } from '../../../app/setup-store.ts'
import { useTexts } from '../../../app/texts.ts'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { cardLook, useTemplate } from '../current-card.ts'
import type { Recipient } from './recipients.queries.ts'

type RecipientsTitleProps = {
  item: CardItem
  /** The card is personalized for this person. */
  first: Recipient | undefined
  /** The search field and buttons. */
  children: ReactNode
}

/** The title beside a small card, and the tools of the list. */
export function RecipientsTitle({ item, first, children }: RecipientsTitleProps) {
  const i18n = useTexts()
  const template = useTemplate()
  const everyoneCents = useSetupStore((setup) => setup.denominationCents)
  const look = cardLook({
    design: item.design,
    template,
    rewardType: item.rewardTypeData.name,
    ...(first && { person: first }),
    amountCents: first?.amountCents ?? everyoneCents,
    networkName: item.reward.network,
  })
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2 pt-3 pb-2.5 narrow:gap-x-2">
      <CardCanvas look={look} thumb className="w-16 shrink-0 narrow:w-13" />
      <h1 className="ms-1 me-auto text-h2">{i18n.t('Recipients')}</h1>
      {children}
    </div>
  )
}
