import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTitle } from '../../../app/title-store.ts'
import { BackLink } from '../../../parts/BackLink.tsx'
import { DELIVERY_STATES } from '../../../parts/delivery-states.ts'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ChangedNote, OneOfMany } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { DeliveryActions } from './DeliveryActions.tsx'
import { DeliveryCards } from './DeliveryCards.tsx'
import { DeliveryEvents } from './DeliveryEvents.tsx'
import { DeliveryFacts } from './DeliveryFacts.tsx'
import { type Delivery, deliveriesQueries } from './deliveries.queries.ts'
import { recipientName } from './delivery-words.ts'

/** One delivery with all that happened to it, and what helps it on. */
export function DeliveryScreen({ id }: { id: number }) {
  const read = useQuery(deliveriesQueries.one(id))
  useTitle(read.data && recipientName(read.data))
  return (
    <>
      <BackLink to="/office/deliveries" search={{}}>
        Deliveries
      </BackLink>
      <OneOfMany
        name="delivery"
        read={read}
        all={<LinkButton to="/office/deliveries">All deliveries</LinkButton>}
      >
        {(delivery) => <Whole delivery={delivery} />}
      </OneOfMany>
    </>
  )
}

function Whole({ delivery }: { delivery: Delivery }) {
  const may = useMay()
  const [isChanged, setChanged] = useState(false)
  const { word, tone } = DELIVERY_STATES[delivery.status]
  const needsAHand = delivery.group === 'needs_a_hand'
  return (
    <>
      <DeskHead title={recipientName(delivery)} beside={<Tag tone={tone}>{word}</Tag>}>
        {may('deliveries.work') && <DeliveryActions delivery={delivery} onChanged={() => setChanged(true)} />}
      </DeskHead>
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-6">
          Somebody changed this delivery meanwhile, or it moved on by itself, so nothing was done. It stands
          here as it is now.
        </ChangedNote>
      )}
      {needsAHand && delivery.problem && (
        <Note tone="warn" className="mb-6">
          {delivery.problem}
        </Note>
      )}
      {delivery.isHeld && (
        <Note tone="warn" className="mb-6">
          Its order is held: nothing leaves until it is released.
        </Note>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <div className="grid grid-cols-1 content-start gap-10">
          <DeliveryFacts delivery={delivery} />
          <DeliveryCards cards={delivery.cards} />
        </div>
        <DeliveryEvents events={delivery.events} />
      </div>
    </>
  )
}
