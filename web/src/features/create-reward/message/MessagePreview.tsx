import { mergeMessage } from '@laurel/domain/message-merge'
import { stepPath } from '@laurel/domain/product-setup-flow'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { cardLook, SAMPLE_PERSON } from '../card-look.ts'
import type { CardItem } from '../create-reward.queries.ts'
import { Letter, Mail } from '../previews.tsx'
import { type Recipient, recipientQueries } from '../recipients/recipients.queries.ts'
import { useTemplate } from '../use-card-at-hand.ts'
import { readerOf, sampleReader } from './message-preview.ts'

type MessagePreviewProps = { item: CardItem; message: string; giver: string }

/** The message where it will be read, person by person. */
export function MessagePreview({ item, message, giver }: MessagePreviewProps) {
  const rewardType = item.rewardTypeData.name
  const template = useTemplate()
  const people = usePeople(item)
  const reader = people.current
    ? readerOf(people.current, item.denominationCents)
    : sampleReader(rewardType, item.denominationCents)
  const words = { ...reader, amountCents: reader.amountCents ?? SAMPLE_PERSON.amountCents }
  const shared = {
    look: cardLook({
      design: item.design,
      template,
      rewardType,
      person: reader,
      amountCents: reader.amountCents,
      networkName: item.reward.network,
    }),
    message: mergeMessage(reader.message || message, words),
    giver,
  }
  return (
    <section
      aria-label="Preview"
      className="stage grid content-start justify-items-center gap-8 px-12 pt-8 pb-12 narrow:gap-6 narrow:px-(--gutter) narrow:pt-6"
    >
      <div className="flex min-h-12 w-full max-w-[620px] flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">{rewardType === 'digital' ? 'The email' : 'The letter'}</h2>
        {people.count > 0 && (
          <p className="flex items-center gap-3">
            <Button
              look="plain"
              size="round"
              aria-label="Previous person"
              isDisabled={people.at <= 1}
              onClick={() => people.go(people.at - 1)}
            >
              <Icon of={ChevronLeft} />
            </Button>
            <span className="text-small" aria-live="polite">
              {`${reader.firstName} ${reader.lastName}`.trim() || 'No name yet'}, {count(people.at)} of{' '}
              {count(people.count)}
            </span>
            <Button
              look="plain"
              size="round"
              aria-label="Next person"
              isDisabled={people.at >= people.count}
              onClick={() => people.go(people.at + 1)}
            >
              <Icon of={ChevronRight} />
            </Button>
          </p>
        )}
      </div>
      {rewardType === 'digital' ? (
        <Mail {...shared} person={words} email={reader.email} rewardName={item.reward.name} />
      ) : (
        <Letter
          {...shared}
          rewardType={rewardType}
          amountCents={reader.amountCents}
          address={reader.address}
        />
      )}
      {people.current && <PrintedName problems={people.current.problems} />}
      {reader.message !== '' && (
        <p className="max-w-[56ch] text-center text-muted text-small">
          Your list has a personal message for {reader.firstName || 'this person'}. It replaces this one.
        </p>
      )}
    </section>
  )
}

/** What the card's name line cannot take: the name as it is printed would not be the one on the list. */
function PrintedName({ problems }: Pick<Recipient, 'problems'>) {
  const found = problems.find(({ code }) => code === 'name_too_long' || code === 'unprintable')
  if (!found) return null
  return (
    <Note tone="warn" className="max-w-[620px]">
      {found.message}{' '}
      <Link to={stepPath('recipients')} className="link">
        Go to recipients
      </Link>
    </Note>
  )
}

/** The recipient one is looking at, by place in the list; the next one is fetched ahead. */
function usePeople(item: CardItem) {
  const queryClient = useQueryClient()
  const total = item.recipientCount
  const [at, setAt] = useState(1)
  // The letter keeps its reader until the next one is there.
  const person = useQuery({
    ...recipientQueries.at(item.id, at),
    enabled: total > 0,
    placeholderData: keepPreviousData,
  })

  useEffect(() => {
    if (at < total) queryClient.prefetchQuery(recipientQueries.at(item.id, at + 1))
  }, [queryClient, item.id, at, total])

  return { count: total, at, go: setAt, current: person.data }
}
